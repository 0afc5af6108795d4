"""Statements whose text is made once: for the few places where the ORM costs more than all else.

A move of a match is four statements. The ORM writes their text anew each time, which takes
longer than the database takes to carry them out (``manage.py bench --only matches``). Here
the text is kept; columns, conversions and locks are those of the models.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model

Row = TypeVar("Row", bound=Model)
Convert = Callable[..., Any]


@dataclass(frozen=True)
class Reader(Generic[Row]):
    """Reads rows of one model whose ``key`` field has a value, in the order of ``order``.

    ``related`` names a foreign key, never empty, whose row is read with it. With ``lock`` the
    related row is locked until the end of the transaction, where the database locks rows.
    """

    model: type[Row]
    key: str
    order: str = ""
    related: str = ""
    lock: bool = False

    def __call__(self, value: Any) -> list[Row]:
        """Return the rows; one query. A number that no column can hold has none."""
        if isinstance(value, int) and abs(value) >= 2**63:
            return []
        statement = _select(self, connection.vendor)
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, [value])
            found = cursor.fetchall()
        return [self._row(statement.parts, values) for values in found]

    def _row(self, parts: Sequence[_Part], values: Sequence[Any]) -> Row:
        row: Row = parts[0].made(values)
        for part in parts[1:]:
            setattr(row, self.related, part.made(values))
        return row


@dataclass(frozen=True)
class _Part:
    """The columns of one model in a row that was read."""

    model: type[Model]
    start: int
    names: list[str]
    conversions: list[tuple[int, list[Convert]]]

    def made(self, values: Sequence[Any]) -> Any:
        given = list(values[self.start : self.start + len(self.names)])
        for place, converts in self.conversions:
            for convert in converts:
                given[place] = convert(given[place], None, connection)
        return self.model.from_db(connection.alias, self.names, given)


@dataclass(frozen=True)
class _Select:
    sql: str
    parts: tuple[_Part, ...]


@lru_cache(maxsize=64)
def _select(reader: Reader[Any], vendor: str) -> _Select:
    """Write the text of a reader's query, and say what its columns are."""
    meta, quote = reader.model._meta, connection.ops.quote_name
    parts = [_part(reader.model, 0)]
    source = quote(meta.db_table)
    if reader.related:
        field: Any = meta.get_field(reader.related)
        parts.append(_part(field.related_model, len(parts[0].names)))
        source += f" INNER JOIN {quote(field.related_model._meta.db_table)} ON "
        source += f"{_column(field.target_field)} = {_column(field)}"
    columns = ", ".join(_column(field) for part in parts for field in _fields(part.model))
    key = meta.get_field(reader.key)
    order = meta.get_field(reader.order) if reader.order else meta.pk
    # Names come from the models, values go as parameters.
    sql = f"SELECT {columns} FROM {source} WHERE {_column(key)} = %s ORDER BY {_column(order)}"  # noqa: S608
    if reader.lock and connection.features.has_select_for_update:
        sql += f" FOR UPDATE OF {quote(parts[-1].model._meta.db_table)}"
    return _Select(sql, tuple(parts))


def _fields(model: type[Model]) -> Sequence[Any]:
    return model._meta.concrete_fields


def _column(field: Any) -> str:
    quote = connection.ops.quote_name
    return f"{quote(field.model._meta.db_table)}.{quote(field.column)}"


def _part(model: type[Model], start: int) -> _Part:
    fields = _fields(model)
    conversions = [
        (place, converts)
        for place, field in enumerate(fields)
        if (converts := _converters(field, model._meta.db_table))
    ]
    return _Part(model, start, [field.attname for field in fields], conversions)


def _converters(field: Any, table: str) -> list[Convert]:
    expression = field.get_col(table)
    return [
        *connection.ops.get_db_converters(expression),
        *(_of_field(convert, expression) for convert in field.get_db_converters(connection)),
    ]


def _of_field(convert: Convert, expression: Any) -> Convert:
    """Give a field's own conversion the expression that it asks for."""
    return lambda value, _none, database: convert(value, expression, database)


def update_row(row: Model, names: Sequence[str]) -> None:
    """Write these fields of one row."""
    sql, fields = _update(type(row), tuple(names), connection.vendor)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])


@lru_cache(maxsize=256)
def _update(model: type[Model], names: tuple[str, ...], vendor: str) -> tuple[str, list[Any]]:
    meta, quote = model._meta, connection.ops.quote_name
    fields = [field for field in meta.concrete_fields if field.name in names]
    if len(fields) != len(set(names)):
        raise ValueError(f"{meta.label} has not all of the fields {', '.join(names)}")
    changes = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    key = quote(str(meta.pk.column))
    return f"UPDATE {quote(meta.db_table)} SET {changes} WHERE {key} = %s", fields  # noqa: S608


def insert_row(row: Model) -> None:
    """Insert a new row whose key the database makes; the object stays without it."""
    sql, fields = _insert(type(row), connection.vendor)
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


@lru_cache(maxsize=64)
def _insert(model: type[Model], vendor: str) -> tuple[str, list[Any]]:
    meta, quote = model._meta, connection.ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({places})", fields  # noqa: S608
