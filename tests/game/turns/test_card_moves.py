"""The cards of a turn: trades at its start and after an elimination, and the card at its end."""

from __future__ import annotations

from typing import Any

import pytest
from game_positions import BORDER, cards, house, play, position, refused

from riskodds.game import (
    Attack,
    Card,
    CardRules,
    EndPhase,
    EndTurn,
    GameState,
    MoveIn,
    Phase,
    Place,
    RuleError,
    Trade,
    apply,
    is_legal,
    legal_moves,
    must_trade,
    new_game,
    territory_bonus,
)

HAND = ("Alaska", "Alberta", "Argentina")  # three infantry of the 1993 deck
VALUES = [4, 6, 8, 10, 12, 15, 20, 25, 30, 35]


@pytest.mark.parametrize(("traded", "value"), list(enumerate(VALUES)))
def test_a_set_is_worth_what_was_traded_before(traded: int, value: int) -> None:
    n = traded + 1
    assert value == (2 * n + 2 if n <= 5 else 5 * n - 15)
    state = position(
        {"green": {"Japan": 1}, "red": {"Peru": 1}},
        phase=Phase.REINFORCE,
        hands={"red": HAND},
        sets_traded=traded,
    )
    after = play(state, Trade(cards(state.game, *HAND)))
    assert after.reserves[0] == value
    assert after.sets_traded == traded + 1
    assert (after.hands[0], after.discards) == ((), cards(state.game, *HAND))


def test_the_extra_armies_go_to_one_own_territory_on_the_cards() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, hands={"red": HAND})
    hand = cards(state.game, *HAND)
    for bonus in ((), ("Argentina",), ("Alaska", "Alberta"), ("Peru",)):
        refused(state, Trade(hand, bonus), "2 extra armies")
    after = play(state, Trade(hand, ("Alberta",)))
    assert (after.armies_on("Alberta"), after.armies_on("Alaska"), after.reserves[0]) == (4, 5, 4)


def test_two_extra_armies_a_turn_and_no_more() -> None:
    hand = (*HAND, "Congo", "Japan", "Madagascar", "wild")
    state = position(
        {"red": {"Alaska": 1, "Congo": 1}, "green": {"Siam": 1}},
        phase=Phase.REINFORCE,
        hands={"red": hand},
    )
    first = apply(state, Trade(cards(state.game, *HAND), ("Alaska",)))
    second = cards(state.game, "Congo", "Japan", "wild")
    refused(first, Trade(second, ("Congo",)), "2 extra armies")
    assert apply(first, Trade(second)).armies_on("Congo") == 1


@pytest.mark.parametrize(
    ("per", "bonus"),
    [("trade", ("Alaska",)), ("card", ("Alaska", "Alberta"))],
)
def test_other_editions_give_the_extra_armies_otherwise(per: Any, bonus: tuple[str, ...]) -> None:
    state = position(
        BORDER,
        phase=Phase.REINFORCE,
        hands={"red": HAND},
        rules=house(cards=CardRules(bonus_per=per)),
        bonus_given=2,
    )
    choices = {move.bonus for move in legal_moves(state).trades()}
    expected = {("Alaska",), ("Alberta",)} if per == "trade" else {("Alaska", "Alberta")}
    assert choices == expected
    after = apply(state, Trade(cards(state.game, *HAND), bonus))
    assert sum(after.armies) - sum(state.armies) == 2 * len(bonus)


@pytest.mark.parametrize(
    ("per", "given", "more"),
    [
        ("turn", 0, 4),
        ("turn", 2, 2),
        ("turn", 4, 0),
        ("turn", 6, 0),
        ("trade", 2, 4),
        ("card", 2, 8),
    ],
)
def test_once_a_turn_means_so_many_armies_a_turn_in_all(per: Any, given: int, more: int) -> None:
    rules = CardRules(bonus=4, bonus_per=per)
    state = position(
        BORDER,
        phase=Phase.REINFORCE,
        hands={"red": HAND},
        rules=house(cards=rules),
        bonus_given=given,
    )
    hand = cards(state.game, *HAND)
    armies, places = territory_bonus(hand, {"Alaska", "Alberta"}, bonus_taken=given, rules=rules)
    assert (armies, len(places)) == (more, 2 if more else 0)
    for move in legal_moves(state).trades():
        after = play(state, move)
        assert sum(after.armies) - sum(state.armies) == more
        assert after.bonus_given == given + more


def test_the_rest_of_the_extra_armies_goes_where_the_cap_leaves_room_for_it() -> None:
    rules = house(cards=CardRules(bonus=4), army_cap=7)
    # Alaska has 5 of 7 armies: no room for 4, but for the 2 that are left of them.
    for given, names in ((0, {("Alberta",)}), (2, {("Alaska",), ("Alberta",)})):
        state = position(
            BORDER, phase=Phase.REINFORCE, hands={"red": HAND}, rules=rules, bonus_given=given
        )
        assert {move.bonus for move in legal_moves(state).trades()} == names


def test_only_sets_and_only_cards_that_are_held() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, hands={"red": (*HAND, "Congo")})
    refused(state, Trade(cards(state.game, "Alaska", "Alberta", "Congo")), "a set is three alike")
    refused(state, Trade(cards(state.game, "Alaska", "Alberta", "India")), "trade cards that you")
    twice = (Card("infantry", "Alaska"),) * 3
    refused(state, Trade(twice), "trade cards that you")
    refused(state, Trade(()), "a set is three alike")


@pytest.mark.parametrize(
    ("held", "forced"),
    [(HAND, False), ((*HAND, "Congo"), False), ((*HAND, "Congo", "Peru"), True)],
)
def test_five_cards_must_be_traded_three_may_be(held: tuple[str, ...], forced: bool) -> None:
    state = position(
        {"red": {"Siam": 1}, "green": {"Japan": 1}},
        phase=Phase.REINFORCE,
        hands={"red": held},
        reserve=3,
    )
    assert must_trade(state) is forced
    assert is_legal(state, Place("Siam")) is not forced
    if forced:
        refused(state, Place("Siam"), "trade a set first")
        refused(state.having(reserves=(0, 0, 0)), EndPhase(), "trade a set first")
    assert is_legal(state, Trade(cards(state.game, *HAND)))


def test_of_six_cards_one_set_is_forced_and_the_second_is_not() -> None:
    hand = (*HAND, "Congo", "Peru", "Japan", "wild")[:6]
    state = position(
        {"red": {"Siam": 1}, "green": {"India": 1}}, phase=Phase.REINFORCE, hands={"red": hand}
    )
    # Infantry: Alaska, Alberta, Argentina, Japan; cavalry: Congo, Peru.
    after = play(state, Trade(cards(state.game, *HAND)))
    assert len(after.hands[0]) == 3
    assert not must_trade(after)
    assert is_legal(after, Place("Siam"))


def test_cards_are_not_traded_while_attacking() -> None:
    state = position(BORDER, hands={"red": HAND})
    refused(state, Trade(cards(state.game, *HAND), ("Alaska",)), "not the time")


# Attacking


def _eliminating(red: tuple[str, ...], green: tuple[str, ...]) -> GameState:
    """Red has just taken the last territory of green and moved in."""
    state = position(
        {"red": {"Alaska": 5}, "green": {"Kamchatka": 1}}, hands={"red": red, "green": green}
    )
    return play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))


INFANTRY = ("Alberta", "Argentina", "Iceland", "Western Europe", "Egypt", "Madagascar")
MORE = ("Irkutsk", "Japan", "Afghanistan", "India")


@pytest.mark.parametrize(
    ("held", "sizes"),
    [(6, [6, 3]), (7, [7, 4]), (8, [8, 5, 2]), (9, [9, 6, 3]), (10, [10, 7, 4])],
)
def test_six_or_more_cards_are_traded_down_to_four_or_fewer(held: int, sizes: list[int]) -> None:
    hand = (*INFANTRY, *MORE)[:held]
    state = _eliminating(hand[:4], hand[4:])
    seen = [len(state.hand)]
    while must_trade(state):
        assert state.phase is Phase.SPOILS
        refused(state, Place("Alaska"), "trade a set first")
        state = play(state, next(legal_moves(state).trades()))
        seen.append(len(state.hand))
    assert seen == sizes
    # Nothing is traded below that, though three alike are left in some of these hands.
    assert not list(legal_moves(state).trades())
    if len(state.hand) >= 3:
        three = Trade(state.hand[:3])
        refused(state, three, "in mid-turn, trade until 4")


@pytest.mark.parametrize(
    ("begins", "until", "held", "sizes"),
    [
        (4, 1, 7, [7, 4, 1]),
        (8, 2, 7, [7]),
        (8, 2, 8, [8, 5, 2]),
        (3, 5, 5, [5]),
        (3, 5, 6, [6, 3]),
        (None, 0, 8, [8]),
    ],
)
def test_other_numbers_of_cards_begin_and_end_the_trades(
    begins: int | None, until: int, held: int, sizes: list[int]
) -> None:
    rules = house(cards=CardRules(forced_mid_turn=begins, mid_turn_until=until))
    hand = (*INFANTRY, *MORE)[:held]
    state = position(
        {"red": {"Alaska": 5}, "green": {"Kamchatka": 1}},
        hands={"red": hand[:3], "green": hand[3:]},
        rules=rules,
    )
    state = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)))
    assert state.spoils is (len(sizes) > 1)
    state = play(state, MoveIn(1))
    seen = [held]
    while state.phase is Phase.SPOILS and (trade := next(legal_moves(state).trades(), None)):
        state = play(state, trade)
        seen.append(len(state.hand))
    assert seen == sizes


def test_armies_of_such_a_trade_may_be_used_at_once() -> None:
    state = _eliminating(INFANTRY[:3], INFANTRY[3:])
    state = play(state, next(legal_moves(state).trades()))
    assert (state.phase, state.reserves[0]) == (Phase.SPOILS, 4)
    refused(state, EndPhase(), "not the time")
    state = play(state, Place("Alaska", 3), Place("Kamchatka", 1))
    assert state.phase is Phase.ATTACK
    assert is_legal(state, Attack("Alaska", "Alberta", (6, 5, 4), (1,)))


def test_with_five_or_fewer_the_cards_wait() -> None:
    state = _eliminating(INFANTRY[:3], INFANTRY[3:5])
    assert (len(state.hand), state.phase) == (5, Phase.ATTACK)
    state = play(state, EndPhase(), EndTurn(state.draw[0]))
    assert len(state.hands[0]) == 6  # a drawn card that makes six waits too
    state = play(state, Place(state.territories_of(1)[0], state.reserves[1]), EndPhase())
    state = play(state, EndPhase(), EndTurn())
    assert (state.player_name, must_trade(state)) == ("red", True)  # green is skipped


def test_the_cards_of_the_eliminated_may_go_to_the_discards() -> None:
    state = position(
        {"red": {"Alaska": 5}, "green": {"Kamchatka": 1}},
        hands={"red": INFANTRY[:3], "green": INFANTRY[3:]},
        rules=house(cards=CardRules(takes_cards=False)),
    )
    after = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))
    assert (after.phase, len(after.hand), len(after.discards)) == (Phase.ATTACK, 3, 3)


# The end of the turn


def test_one_card_after_a_turn_with_captures_however_many() -> None:
    holdings = {"red": {"Alaska": 9}, "green": {"Kamchatka": 1, "Japan": 1, "Siam": 1}}
    state = play(
        position(holdings),
        Attack("Alaska", "Kamchatka", (6,), (1,)),
        MoveIn(8),
        Attack("Kamchatka", "Japan", (6,), (1,)),
        MoveIn(2),
        EndPhase(),
    )
    refused(state, EndTurn(), "draw one card")
    after = play(state, EndTurn(Card("wild")))
    assert after.hands[0] == (Card("wild"),)
    assert len(after.draw) == 43


def test_no_card_without_a_capture() -> None:
    state = play(position(BORDER), EndPhase())
    refused(state, EndTurn(Card("wild")), "draw one card")
    with pytest.raises(RuleError, match="no card is drawn, so not wild"):
        apply(state, EndTurn(Card("wild")))
    assert is_legal(state, EndTurn())


def test_a_card_that_is_not_in_the_pile() -> None:
    state = position(BORDER, phase=Phase.END, captured=True, hands={"green": ("Peru",)})
    refused(state, EndTurn(cards(state.game, "Peru")[0]), "draw one card")
    with pytest.raises(RuleError, match="Peru \\(cavalry\\) is not in the draw pile"):
        apply(state, EndTurn(cards(state.game, "Peru")[0]))


def test_the_discards_are_shuffled_when_the_draw_pile_is_empty() -> None:
    state = position(BORDER, phase=Phase.END, captured=True)
    state = state.having(draw=(), discards=state.draw)
    after = play(state, EndTurn(Card("wild")))
    assert (len(after.draw), after.discards) == (43, ())
    none = house(cards=CardRules(recycle=False))
    stopped = position(BORDER, phase=Phase.END, captured=True, rules=none)
    stopped = stopped.having(draw=(), discards=stopped.draw)
    assert list(legal_moves(stopped)) == [EndTurn()]


# Fortifying


def test_the_winner_trades_no_cards_any_more() -> None:
    state = position(
        {"red": dict.fromkeys(new_game(3).board.names, 2), "green": {"Japan": 1}},
        hands={"red": INFANTRY[:4], "green": INFANTRY[4:]},
    ).having(eliminated_by=(None, 0, None))
    state = play(state, Attack("Kamchatka", "Japan", (6,), (5,)), MoveIn(1))
    assert (state.phase, len(state.hand)) == (Phase.OVER, 6)
