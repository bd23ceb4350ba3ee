"""What the models of answers share, under pydantic 1 and 2."""
from typing import Any, Callable, Type, TypeVar

from pydantic import VERSION, BaseModel

IS_FIRST = VERSION.startswith("1.")
M = TypeVar("M", bound="Model")


class Model(BaseModel):
    """An answer, or a part of it. Fields that this client does not know are kept."""

    if IS_FIRST:

        class Config:
            extra = "allow"
            # Else a number that may be a text would become one.
            smart_union = True

    else:
        model_config = {"extra": "allow", "protected_namespaces": ()}


def parse(model: Type[M], value: Any) -> M:
    """Throws pydantic's ValidationError."""
    read: Callable[[Any], M] = getattr(model, "parse_obj" if IS_FIRST else "model_validate")
    return read(value)
