"""The engines that turn a roll into the endings of a whole battle.

All of them count *fighting* armies: ``a`` is the attackers that may move (one less than the
armies on the territory) and ``d`` the defenders. A battle goes on while ``a > a_floor`` and
``d > d_floor``; both floors are 0 unless a stop rule raises them.
"""
