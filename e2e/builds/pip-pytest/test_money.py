import os
import pathlib

from hypothesis import given, strategies as some

from money import Money


@given(some.integers(), some.integers())
def test_order_does_not_matter(one, other):
    assert Money(one) + Money(other) == Money(other) + Money(one)
    pathlib.Path(os.environ["PROOF"]).touch()
