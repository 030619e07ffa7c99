"""Lists and arrays of chances are treated alike."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from riskodds import vectors

chances = st.lists(st.sampled_from([0.0, 0.125, 0.25, 0.5]), max_size=9)


@given(chances)
def test_where_chances_are_possible(given_: list[float]) -> None:
    above = [n for n, chance in enumerate(given_) if chance]
    expected = (above[0], above[-1] + 1) if above else (0, 0)
    assert vectors.possible(given_) == vectors.possible(np.array(given_)) == expected


@given(chances.filter(bool), st.sampled_from([0.0, 0.125, 0.3]))
def test_lists_and_arrays_agree(given_: list[float], least: float) -> None:
    array, values = np.array(given_), range(3, 3 + len(given_))
    # eighths, so that every sum is exact
    assert vectors.total(given_) == vectors.total(array) == sum(given_)
    assert vectors.plain(array) == given_ == vectors.plain(given_)
    assert vectors.count_above(given_, least) == vectors.count_above(array, least)
    assert vectors.sum_below(given_, least) == vectors.sum_below(array, least)
    assert vectors.index_of_largest(given_) == vectors.index_of_largest(array)
    assert vectors.times(given_, 2) == vectors.times(array, 2).tolist() == [2 * p for p in given_]
    assert vectors.shares(given_, 4) == vectors.shares(array, 4).tolist()
    moments = [vectors.moment(values, each, 1, 2) for each in (given_, array)]
    assert moments[0] == pytest.approx(moments[1], rel=1e-15)
