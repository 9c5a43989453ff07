"""The specification of Shengji as data: found, loaded, checked, resolved."""

from shengji_spec.errors import Problem, SpecError
from shengji_spec.model import Spec, load_spec
from shengji_spec.variants import Resolved, resolve

__all__ = ["Problem", "Resolved", "Spec", "SpecError", "load_spec", "resolve"]
