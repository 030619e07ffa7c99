"""``riskodds help``: short pages on what holds for every command."""

from __future__ import annotations

import click

from ...values import show
from ..words import COMMANDS

COUNTS = """\
How armies are counted

The first number is every army on the attacking territory,
the one that must stay included: what you see on the board.
So in riskodds 12 9 there are 11 that can attack, and the
answer says so. The second is every army on the target.

Some tables and web pages count only the armies that are
free to attack; --movable reads the first number that way.
Most disagreements between calculators are nothing but this:

  riskodds 10 10              48.0 %
  riskodds 10 10 --movable    56.8 %

In the endings, too, armies are totals: 7 : 0 means that 7
attackers are left, those that moved in included, and 1 : 3
that the attack ended with the one army that must stay.

On a path the stack is counted where it last fought, before
another army is left behind. The counts of riskodds roll are
dice, not armies.
"""

RULES = """\
Rules

--rules takes a name, and changes joined to it with "+":

  riskodds 12 9 --rules capital
  riskodds 12 9 --rules classic+capital+d8def
  riskodds 12 9 --rules global-domination+blitz

The name is classic if it is left out, so that a change can
stand alone. A change with a number has it in its name, and
"att" or "def" for the side, neither for both.

  riskodds rules              all names and changes
  riskodds rules show NAME    what differs, every option

On a path a territory may have rules of its own: 2@capital.
--rules-file reads rules of your own from a TOML file, which
RISKODDS_RULES may name once and for all.

JSON gives the rules as one text that --rules reads back.
"""

EXACT = """\
How exact the answers are

Nothing is sampled. The chances of a roll are counts of dice
over a power of their sides; a battle multiplies and adds
them and never subtracts one. So the smallest chance is as
good as the largest, and the chance to fail is summed by
itself, not as one less the chance to win.

error_bound in the JSON bounds the relative error of the
chances, about 1e-14 for what is fought on a board. Very
large battles leave out what is smaller than floats or far
out in the tails; left_out bounds how much that is.

  riskodds 6 4 --exact        fractions too
  riskodds 12 9 --digits 6    more decimals
  riskodds 12 9 --json        all digits

"At least" is decided on exact values: 0.9 is 9/10, never
what a rounded chance says. And no chance is printed as 0 %
or 100 % unless it is one.
"""

# topic -> (what it is about, the page)
TOPICS = {
    "counts": ("how armies are counted", COUNTS),
    "rules": ("how rules are named", RULES),
    "exact": ("how exact the answers are", EXACT),
}


@click.command("help")
@click.argument("topic", required=False)
@click.pass_context
def command(context: click.Context, topic: str | None) -> None:
    """Pages on counts, rules and exactness.

    \b
    riskodds help           the pages there are
    riskodds help counts    how armies are counted
    riskodds help rules     how rules are named
    riskodds help exact     how exact the answers are
    riskodds help battle    the same as battle --help
    """
    if topic is None:
        for name, (about, _) in TOPICS.items():
            click.echo(f"riskodds help {name:<8}{about}")
        click.echo("\nand riskodds COMMAND --help for every command:")
        click.echo(click.wrap_text(", ".join(COMMANDS), 60))
    elif topic in TOPICS:
        click.echo(TOPICS[topic][1], nl=False)
    elif topic in COMMANDS:
        parent = context.find_root()
        assert isinstance(parent.command, click.Group)
        found = parent.command.get_command(parent, topic)
        assert found is not None
        with click.Context(found, info_name=topic, parent=parent) as inner:
            click.echo(found.get_help(inner))
    else:
        raise click.UsageError(
            f"no help on {show(topic)}; there are {', '.join(TOPICS)} and the commands"
        )
