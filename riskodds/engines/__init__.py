"""The engines that turn a roll into the endings of whole battles.

All of them count *fighting* armies: ``a`` is the attackers that may move (one less than the
armies on the territory) and ``d`` the defenders. A battle goes on while ``a > a_floor`` and
``d > d_floor``; both floors are 0 unless a stop rule raises them, and it may end after a number
of rolls. How a roll falls an engine takes from a `chain.Chain` or from the `DiceRules`.

**The contract.** An engine for one battle is a function `endings` that returns `lines.Endings`:
every ending, what is left out, the sum of all chances, and a bound on the relative error of each
of them, derived above the code. All terms that it adds are positive, so that even the smallest
chance keeps its digits. What it cannot answer in reasonable time it refuses with
`TooLargeError`. `battles.solve` asks the first of these that takes the battle, and confirms the
sum. A new engine is a file with that function, a row here, and a line there.

With n armies in all, m dice compared in a roll, u = 2^-53 and "any" for every rule under which
both sides announce their dice and every stop rule:

============  =========================  ======================  ============  ==============
one battle    rules and stops            time                    error         returns
============  =========================  ======================  ============  ==============
exact         all                        a d, long integers      none          Endings
dice_choice   defender sees the roll;    a d, times what he      in its text   Endings, Grid
              greedy: floors too         may see, s sights
closed_form   three outcomes a roll,     n, beyond some          `reach`       Endings
              floors                     thousands n^(1/2)
by_roll       any                        rolls times the band,   5 n u         Endings
                                         n^(3/2); memory n
monte_carlo   any                        trials times rolls      a sample      counts
blitz         to the end, of Endings     n                       `Blitz`       Endings
============  =========================  ======================  ============  ==============

============  =========================  ======================  ============  ==============
many battles  rules and stops            time                    error         returns
============  =========================  ======================  ============  ==============
forward       any, weighted starts,      a d; with a limit on    5 n u         weights of
              any number type            rolls a d rolls                       endings
convolution   any floor of attackers,    a d for all stacks;     5 n u         Stage, tables
              stacks of one campaign     kernels kept
bands         the same, floats           d times the band        5 n u         Stage
backward      the same, from the worth   a d for all starts      5 n u         worths
              of the endings
win_grid      any, to the end            a d for all sizes       5 n u         arrays
============  =========================  ======================  ============  ==============

What they stand on: `chain` (the chances of each roll), `lines` (endings as lines, and whether
they add up), `reach` (what `closed_form` takes, how far it looks and errs), `walks` (the lines
that it walks), `jit` (compiled twins of plain functions).
"""
