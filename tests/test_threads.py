"""Threads that ask at once, first thing in a process, get what one thread gets."""

import subprocess
import sys

import pytest

# what one thread asks in every engine and most public functions; all are asked by all threads
QUESTIONS = {
    "path": 'r.path(1500, [40, 30, 20], rules="classic+d2att+d12def").to_dict()',
    "shared path": "r.path(300, [40, 30, 20]).to_dict(), r.path(310, [3, 60]).to_dict()",
    "battle": "r.battle(60, 51).to_dict(complete=True)",
    "exact": "r.battle(12, 9, exact=True).to_dict(complete=True)",
    "layers": 'r.battle(60, 50, rules="three-defence-dice").to_dict(complete=True)',
    "limited": "r.battle(60, 50, rolls=20).to_dict(complete=True)",
    "seen": 'r.battle(20, 15, rules="sees-the-roll").to_dict(complete=True)',
    "table": "r.win_table(40, 30).tolist()",
    "needed": "r.needed([9, 8]), r.hold(12)",
    "stop": "r.stop(9, 8, territory=4).to_dict()",
    "tree": 'r.tree(12, "[3] [2 [1]]").to_dict()',
    "simulate": "r.simulate(12, 9, trials=200, seed=1).to_dict()",
    "luck": "r.luck(12, 9, rolls=9, left=(4, 0)).to_dict()",
    "policy": "r.defence_dice([6, 5], 2), r.roll(3, 2)",
    "compiled": "r.battle(10**6, 10**6).win, r.battle(999, 998).to_dict()",
    "compiled layers": 'r.battle(9000, 9000, rules="three-defence-dice").win',
    "compiled table": "r.win_table(1500, 1500)[1200:, 1300].tolist()",
    "game": "new_game(3).losses((6, 3, 1), (5, 3)), load_board().names",
}
PROGRAM = """
import sys
from threading import Barrier, Thread

NUMBER = int(sys.argv[1])
found = [None] * NUMBER
together = Barrier(NUMBER)
sys.setswitchinterval(1e-6)

def ask(n):
    together.wait()
    import riskodds as r
    from riskodds.game import load_board, new_game

    found[n] = repr(eval(sys.argv[2]))

threads = [Thread(target=ask, args=(n,)) for n in range(NUMBER)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
# and the process is not spoilt for whoever asks next
together = Barrier(1)
found.append(None)
ask(NUMBER)
print("\\n".join(map(str, found)))
"""


def answers(threads: int, question: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(threads), question], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize("name", QUESTIONS)
def test_eight_threads_get_what_one_gets(name: str) -> None:
    alone = set(answers(1, QUESTIONS[name]))
    assert len(alone) == 1
    assert set(answers(8, QUESTIONS[name])) == alone
