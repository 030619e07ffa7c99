"""``riskodds completion``: have the shell complete commands, options and rules."""

from __future__ import annotations

import click

from ...values import show
from ..words import COMPLETE

PROGRAM = "riskodds"
# shell -> (the file to put a line in, the line)
SHELLS = {
    "bash": ("~/.bashrc", 'eval "$(riskodds completion bash)"'),
    "zsh": ("~/.zshrc", 'eval "$(riskodds completion zsh)"'),
    "fish": ("~/.config/fish/config.fish", "riskodds completion fish | source"),
}


@click.command("completion")
@click.argument("shell", required=False, metavar="[bash|zsh|fish]")
@click.pass_context
def command(context: click.Context, shell: str | None) -> None:
    """Completion of what is typed in the shell.

    \b
    riskodds completion          how to turn it on
    riskodds completion bash     the script for bash

    Then TAB completes commands, options and the names of rules.
    """
    if shell is None:
        for name, (file, line) in SHELLS.items():
            click.echo(f"{name}: put this line in {file}\n\n  {line}\n")
        click.echo("It works from the next shell on; typed, in this one too.")
        return
    if shell not in SHELLS:
        raise click.UsageError(f"shell must be one of {', '.join(SHELLS)}, not {show(shell)}")
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    completion = found(context.find_root().command, {}, PROGRAM, COMPLETE)
    # not `source`, which for bash starts one to look at its version
    click.echo(completion.source_template % completion.source_vars())


def complete(group: click.Command, instruction: str) -> int:
    """Print what the shell may complete with, and return whether that went well, as a status."""
    from click.shell_completion import get_completion_class

    shell = instruction.partition("_")[0]
    found = get_completion_class(shell)
    if found is None:
        return 1
    completion = found(group, {}, PROGRAM, COMPLETE)
    try:
        click.echo(completion.complete())
    except (click.ClickException, ValueError, KeyError, IndexError):
        return 1  # what was typed so far makes no sense, so nothing follows from it
    return 0
