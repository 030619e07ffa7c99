"""The turn, row by row of the rules: what is legal, what it does, what the refusal says."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from game_positions import cards, house, position

from riskodds.dice.rules import DiceRules, Side
from riskodds.errors import InputError
from riskodds.game import (
    Attack,
    Card,
    CardRules,
    Claim,
    EndPhase,
    EndTurn,
    Fortify,
    GameState,
    Move,
    MoveIn,
    Phase,
    Place,
    RuleError,
    Trade,
    apply,
    is_legal,
    is_valid,
    legal_moves,
    must_trade,
    new_game,
    start,
    territory_bonus,
)
from riskodds.variants.rules import Rules

# Red holds Alaska (5) and Alberta (2), green Kamchatka (3) and Japan, blue everything else.
BORDER = {
    "red": {"Alaska": 5, "Alberta": 2},
    "green": {"Kamchatka": 3, "Japan": 1},
}


def play(state: GameState, *moves: Move) -> GameState:
    for move in moves:
        state = apply(state, move)
        assert is_valid(state)
    return state


def refused(state: GameState, move: Move, rule: str) -> None:
    assert not is_legal(state, move)
    assert move not in legal_moves(state)
    with pytest.raises(RuleError) as caught:
        apply(state, move)
    assert rule in caught.value.rule
    assert str(caught.value).startswith(caught.value.rule)
    assert "\n" not in str(caught.value)


# Reinforcing


def test_a_turn_begins_with_its_reinforcements() -> None:
    holdings = {"green": {"Japan": 1}, "red": {"Peru": 1, "Brazil": 1, "Argentina": 1}}
    state = position(holdings | {"red": holdings["red"] | {"Venezuela": 1}}, phase=Phase.END)
    after = play(state.having(player=2), EndTurn())
    # Red holds 4 territories, all of South America: 3 + 2.
    assert (after.player_name, after.reserves, after.turn) == ("red", (5, 0, 0), 2)
    assert after.phase is Phase.REINFORCE


def test_armies_go_on_own_territories_until_none_is_left() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    refused(state, EndPhase(), "place all armies")
    refused(state, Place("Kamchatka"), "own territories")
    refused(state, Place("Alaska", 4), "place the armies there are")
    after = play(state, Place("Alaska", 2), Place("Alberta"), EndPhase())
    assert (after.armies_on("Alaska"), after.armies_on("Alberta")) == (7, 3)
    assert after.phase is Phase.ATTACK


def test_nothing_else_is_done_while_reinforcing() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    for move in (
        Attack("Alaska", "Kamchatka", (6,), (1,)),
        Fortify("Alaska", "Alberta", 1),
        MoveIn(1),
        EndTurn(),
        Claim("Peru"),
    ):
        refused(state, move, "not the time")


# Cards

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


def test_where_attacks_can_go() -> None:
    state = position(BORDER)
    refused(state, Attack("Kamchatka", "Alaska", (6,), (1,)), "attack from an own territory")
    refused(state, Attack("Alaska", "Alberta", (6,), (1,)), "attack an enemy territory")
    refused(state, Attack("Alaska", "Japan", (6,), (1,)), "attack a territory that borders")
    assert is_legal(state, Attack("Alaska", "Kamchatka", (6,), (1,)))  # joined by a line


def test_a_lone_army_does_not_attack() -> None:
    state = position({"red": {"Alaska": 1, "Alberta": 9}, "green": {"Kamchatka": 1}})
    refused(state, Attack("Alaska", "Kamchatka", (6,), (1,)), "a territory with two armies")


def test_dice_of_both_sides() -> None:
    for armies, defenders in product(range(1, 7), range(1, 5)):
        state = position({"red": {"Alaska": armies}, "green": {"Kamchatka": defenders}})
        legal = {
            (a, d)
            for a, d in product(range(6), range(5))
            if is_legal(state, Attack("Alaska", "Kamchatka", (1,) * a, (1,) * d))
        }
        # Attack: 1 to 3, fewer than the armies. Defence: 1 or 2, no more than the armies.
        expected = {(a, d) for a, d in product((1, 2, 3), (1, 2)) if a < armies and d <= defenders}
        assert legal == expected


def test_dice_show_one_to_six() -> None:
    state = position(BORDER)
    refused(state, Attack("Alaska", "Kamchatka", (7,), (1,)), "a die has 6 sides")
    refused(state, Attack("Alaska", "Kamchatka", (1,), (9, 2)), "a die has 6 sides")
    for dice in ((0,), (-1,), (2.5,), (True,)):
        with pytest.raises(InputError, match="a die must be a whole number of at least 1"):
            Attack("Alaska", "Kamchatka", dice, (1,))  # type: ignore[arg-type]


def test_losses_of_every_roll_against_pairwise_comparison() -> None:
    game = new_game(3)
    faces = range(1, 7)
    for a, d in product((1, 2, 3), (1, 2)):
        for attack in combinations_with_replacement(faces, a):
            for defence in combinations_with_replacement(faces, d):
                highest = max(attack) > max(defence)
                pairs = [highest]
                if a > 1 and d > 1:
                    pairs.append(sorted(attack)[-2] > sorted(defence)[-2])
                expected = (pairs.count(False), pairs.count(True))
                order = tuple(sorted(attack, reverse=True)), tuple(sorted(defence, reverse=True))
                assert game.losses(*order) == expected


def test_a_roll_takes_armies_of_both_sides() -> None:
    after = play(position(BORDER), Attack("Alaska", "Kamchatka", (2, 6, 3), (5, 3)))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (4, 2)
    assert after.phase is Phase.ATTACK
    assert not after.captured


def test_attacks_are_optional_and_can_be_stopped_at_any_time() -> None:
    state = position(BORDER)
    assert is_legal(state, EndPhase())
    after = play(state, Attack("Alaska", "Kamchatka", (1,), (1,)), EndPhase(), EndTurn())
    assert after.player_name == "blue"


# Capture


def test_a_capture_moves_in_the_dice_or_more_and_leaves_one() -> None:
    holdings = {"red": {"Alaska": 5}, "green": {"Kamchatka": 1, "Japan": 1}}
    state = play(position(holdings), Attack("Alaska", "Kamchatka", (6, 5, 1), (2,)))
    assert (state.phase, state.owner("Kamchatka"), state.armies_on("Kamchatka")) == (
        Phase.MOVE_IN,
        "red",
        0,
    )
    assert list(legal_moves(state)) == [MoveIn(3), MoveIn(4)]
    refused(state, MoveIn(2), "at least as many armies as dice")
    refused(state, MoveIn(5), "leave an army behind")
    refused(state, EndPhase(), "not the time")
    after = play(state, MoveIn(3))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (2, 3)
    assert after.captured


def test_the_move_in_is_always_possible() -> None:
    for armies, dice in product(range(2, 7), (1, 2, 3)):
        if dice < armies:
            holdings = {"red": {"Alaska": armies}, "green": {"Kamchatka": 1, "Japan": 1}}
            state = apply(position(holdings), Attack("Alaska", "Kamchatka", (6,) * dice, (1,)))
            assert [m.armies for m in legal_moves(state)] == list(  # type: ignore[union-attr]
                range(dice, armies)
            )


@pytest.mark.parametrize(("rule", "least"), [("dice", 2), ("one", 1), ("all", 4)])
def test_other_rules_of_moving_in(rule: str, least: int) -> None:
    holdings = {"red": {"Alaska": 5}, "green": {"Kamchatka": 1, "Japan": 1}}
    state = position(holdings, rules=house(move_in=rule))
    state = apply(state, Attack("Alaska", "Kamchatka", (6, 5), (1,)))
    assert next(iter(legal_moves(state))) == MoveIn(least)


# Elimination


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

OWN = {"red": {"Alaska": 5, "Alberta": 2, "Ontario": 1, "Peru": 4}, "green": {"Japan": 1}}


def test_fortify_once_between_neighbours_leaving_one() -> None:
    state = position(OWN, phase=Phase.FORTIFY)
    refused(state, Fortify("Alaska", "Alberta", 5), "leave an army behind")
    refused(state, Fortify("Alaska", "Ontario", 1), "fortify an adjacent territory")
    refused(state, Fortify("Alaska", "Kamchatka", 1), "between own territories")
    refused(state, Fortify("Alaska", "Alaska", 1), "fortify another territory")
    refused(state, Fortify("Ontario", "Alberta", 1), "leave an army behind")
    after = play(state, Fortify("Alaska", "Alberta", 4))
    assert (after.armies_on("Alaska"), after.armies_on("Alberta")) == (1, 6)
    refused(after, Fortify("Alberta", "Alaska", 1), "not the time")
    assert is_legal(after, EndTurn())


def test_fortifying_is_optional() -> None:
    assert play(position(OWN, phase=Phase.FORTIFY), EndTurn()).player_name == "blue"


def test_fortify_through_connected_territories() -> None:
    state = position(OWN, phase=Phase.FORTIFY, rules=house(fortify="connected"))
    assert is_legal(state, Fortify("Alaska", "Ontario", 4))
    refused(state, Fortify("Alaska", "Peru", 1), "through connected own territories")


def test_fortify_as_often_as_wanted_or_not_at_all() -> None:
    state = position(OWN, phase=Phase.FORTIFY, rules=house(fortify="unlimited"))
    state = play(state, Fortify("Alaska", "Alberta", 4), Fortify("Alberta", "Ontario", 5))
    assert state.armies_on("Ontario") == 6
    none = play(position(OWN, rules=house(fortify="none")), EndPhase())
    assert list(legal_moves(none)) == [EndTurn()]


def test_army_cap() -> None:
    capped = house(army_cap=6)
    state = position(OWN, phase=Phase.REINFORCE, reserve=3, rules=capped)
    refused(state, Place("Alaska", 2), "at most 6 armies")
    state = position(OWN | {"red": {"Alaska": 5, "Alberta": 4}}, phase=Phase.FORTIFY, rules=capped)
    refused(state, Fortify("Alaska", "Alberta", 3), "at most 6 armies")
    assert is_legal(state, Fortify("Alaska", "Alberta", 2))
    full = position({"red": {"Alaska": 6}, "green": {"Peru": 1}}, phase=Phase.REINFORCE, reserve=3)
    full = full.having(game=new_game(3, rules=capped))
    assert list(legal_moves(full)) == [EndPhase()]
    assert play(full, EndPhase()).reserves == (0, 0, 0)


# The end of the game


def test_the_last_territory_wins() -> None:
    state = position({"red": dict.fromkeys(new_game(3).board.names, 2), "green": {"Japan": 1}})
    state = state.having(eliminated_by=(None, 0, None))
    state = play(state, Attack("Kamchatka", "Japan", (6,), (5,)))
    assert (state.phase, state.owners) == (Phase.MOVE_IN, (0,) * 42)
    state = play(state, MoveIn(1))
    assert (state.phase, state.winner) == (Phase.OVER, 0)
    assert list(legal_moves(state)) == []
    assert len(legal_moves(state)) == 0
    refused(state, EndPhase(), "not the time")


def test_the_winner_trades_no_cards_any_more() -> None:
    state = position(
        {"red": dict.fromkeys(new_game(3).board.names, 2), "green": {"Japan": 1}},
        hands={"red": INFANTRY[:4], "green": INFANTRY[4:]},
    ).having(eliminated_by=(None, 0, None))
    state = play(state, Attack("Kamchatka", "Japan", (6,), (5,)), MoveIn(1))
    assert (state.phase, len(state.hand)) == (Phase.OVER, 6)


# Two players


def test_the_neutral_never_moves_and_need_not_be_conquered() -> None:
    state = position({"red": {"Alaska": 3}, "blue": {"Kamchatka": 1}}, rest="neutral", players=2)
    assert play(state, EndPhase(), EndTurn()).player_name == "blue"
    state = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))
    assert (state.phase, state.winner) == (Phase.OVER, 0)
    assert state.owners.count(2) == 40


def test_the_neutral_defends_and_its_territories_bring_a_card() -> None:
    state = position({"red": {"Alaska": 3}, "blue": {"Japan": 1}}, rest="neutral", players=2)
    state = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))
    assert (state.phase, state.captured, state.eliminated_by) == (Phase.ATTACK, True, (None, None))


def test_the_last_neutral_territory_eliminates_nobody() -> None:
    state = position({"red": {"Alaska": 3}, "neutral": {"Kamchatka": 1}}, rest="blue", players=2)
    state = play(state, Attack("Alaska", "Kamchatka", (6,), (1,)), MoveIn(1))
    assert (state.phase, state.winner) == (Phase.ATTACK, None)


# Moves that are none


@pytest.mark.parametrize("move", [None, "place Alaska: 1", 7, ("Alaska", 1)])
def test_what_is_no_move(move: Any) -> None:
    state = position(BORDER)
    for asked in (is_legal, apply):
        with pytest.raises(InputError, match="a move must be one of the move values"):
            asked(state, move)
    assert move not in legal_moves(state)


def test_names_that_are_not_exact() -> None:
    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    refused(state, Place("alaska"), "moves name territories exactly")
    refused(state, Place("Atlantis"), "moves are made on the board")
    for other in (
        Attack("Atlantis", "Alaska", (6,), (1,)),
        Attack("Alaska", "Atlantis", (6,), (1,)),
    ):
        with pytest.raises(RuleError, match="no territory is called Atlantis"):
            apply(position(BORDER), other)
    for fortify in (Fortify("Atlantis", "Alaska", 1), Fortify("Alaska", "Atlantis", 1)):
        with pytest.raises(RuleError, match="no territory is called Atlantis"):
            apply(position(BORDER, phase=Phase.FORTIFY), fortify)


@pytest.mark.parametrize("armies", [0, -1, 1.5, True, "2"])
def test_armies_are_whole_numbers(armies: Any) -> None:
    for make in (lambda n: Place("Alaska", n), MoveIn, lambda n: Fortify("Alaska", "Alberta", n)):
        with pytest.raises(InputError, match="armies must be a whole number of at least 1"):
            make(armies)


def test_numpy_integers_are_whole_numbers() -> None:
    import numpy as np

    state = position(BORDER, phase=Phase.REINFORCE, reserve=3)
    after = apply(state, Place("Alaska", np.int64(2)))  # type: ignore[arg-type]
    assert after == apply(state, Place("Alaska", 2))
    assert all(type(armies) is int for armies in after.armies)


def test_a_move_changes_no_state() -> None:
    state = start(new_game(3))
    before = repr(state)
    apply(state, Claim("Peru"))
    assert repr(state) == before


# Other dice


def test_dice_rules_are_those_of_the_rules_value() -> None:
    dice = DiceRules(attack=Side(sides=8), defence=Side(needs=(1, 3), highest=1), ties="attacker")
    state = position(BORDER, rules=Rules("house", dice))
    assert is_legal(state, Attack("Alaska", "Kamchatka", (8, 7), (6, 1)))
    refused(state, Attack("Alaska", "Kamchatka", (8,), (7,)), "a die has 6 sides")
    after = apply(state, Attack("Alaska", "Kamchatka", (5, 2), (4, 3)))
    # 4 + 1 ties with 5, which the attacker wins; 2 loses to 3.
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (4, 2)
    two = position({"red": {"Alaska": 5}, "green": {"Kamchatka": 2}}, rules=Rules("house", dice))
    refused(two, Attack("Alaska", "Kamchatka", (8,), (1, 1)), "roll no more dice than the armies")


def test_a_headquarters_may_roll_more() -> None:
    rules = house(headquarters_dice=1)
    kamchatka = new_game(3).board.number["Kamchatka"]
    state = position(BORDER, rules=rules, headquarters=(None, None, kamchatka))
    assert is_legal(state, Attack("Alaska", "Kamchatka", (6, 6, 6), (5, 5, 5)))
    elsewhere = state.having(headquarters=(None, None, None))
    refused(elsewhere, Attack("Alaska", "Kamchatka", (6,), (5, 5, 5)), "roll no more dice")
    after = apply(state, Attack("Alaska", "Kamchatka", (6, 6, 1), (5, 5, 1)))
    assert (after.armies_on("Alaska"), after.armies_on("Kamchatka")) == (4, 1)
