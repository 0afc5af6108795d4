"""Statements whose text is made once: for the few places where the ORM costs more than all else.

A move of a match is four statements. The ORM writes their text anew each time, which takes
longer than the database takes to carry them out (``manage.py bench --only matches``). Here
the text is kept; columns, conversions and locks are those of the models. Where the database
takes several statements at a time (PostgreSQL), those that write travel together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

Row = TypeVar("Row", bound=Model)
Other = TypeVar("Other", bound=Model)
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
        database = connections[DEFAULT_DB_ALIAS]
        statement = _select(self, database.vendor)
        sql = _told(database, statement.sql)
        with _about(database, "beginning", self.lock) as begins, database.cursor() as cursor:
            cursor.execute(f"BEGIN; {sql}" if begins else sql, [value])
            if begins:
                cursor.nextset()
            found = cursor.fetchall()
        rows: list[Row] = [statement.parts[0].made(values, database) for values in found]
        if self.related:
            self._relate(rows, found, statement.parts[1], database)
        return rows

    def _relate(
        self,
        rows: Sequence[Row],
        found: Sequence[Sequence[Any]],
        part: _Part,
        database: BaseDatabaseWrapper,
    ) -> None:
        """Give each row its related one; rows next to one another may share it."""
        known, related = None, None
        for row, values in zip(rows, found, strict=True):
            if known != values[part.start]:
                known, related = values[part.start], part.made(values, database)
            setattr(row, self.related, related)


def _told(database: BaseDatabaseWrapper, sql: str) -> str:
    """Return how the database is told of a statement: where it keeps them, by a short name."""
    prepared: Callable[[str], str] | None = getattr(database, "prepared", None)
    return prepared(sql) if prepared else sql


def _about(
    database: BaseDatabaseWrapper, edge: str, is_there: bool
) -> AbstractContextManager[bool]:
    """Ask at the ``edge`` of a transaction whether to say so, where a database can be asked."""
    asked = getattr(database, edge, None) if is_there else None
    return asked() if asked else nullcontext(False)


@dataclass(frozen=True)
class Pair(Generic[Row, Other]):
    """Reads the row of one model whose ``key`` has a value, and one of another by its own key."""

    model: type[Row]
    key: str
    other: type[Other]

    def __call__(self, value: Any, other: Any) -> tuple[Row | None, Other | None]:
        """Return both rows, ``None`` for what is not there; without the first no second."""
        database = connections[DEFAULT_DB_ALIAS]
        statement = _pair(self, database.vendor)
        with database.cursor() as cursor:
            cursor.execute(_told(database, statement.sql), [other, value])
            found = cursor.fetchone()
        if found is None:
            return None, None
        first, second = statement.parts
        has_second = found[second.start] is not None
        return first.made(found, database), second.made(found, database) if has_second else None


@dataclass(frozen=True)
class _Part:
    """The columns of one model in a row that was read."""

    model: type[Model]
    start: int
    names: list[str]
    conversions: list[tuple[int, list[Convert]]]

    def made(self, values: Sequence[Any], database: BaseDatabaseWrapper) -> Any:
        given = list(values[self.start : self.start + len(self.names)])
        for place, converts in self.conversions:
            for convert in converts:
                given[place] = convert(given[place], None, database)
        return self.model.from_db(database.alias, self.names, given)


@dataclass(frozen=True)
class _Select:
    sql: str
    parts: tuple[_Part, ...]


@lru_cache(maxsize=64)
def _select(reader: Reader[Any], vendor: str) -> _Select:
    """Write the text of a reader's query, and say what its columns are."""
    database = connections[DEFAULT_DB_ALIAS]
    meta, quote = reader.model._meta, database.ops.quote_name
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
    if reader.lock and database.features.has_select_for_update:
        sql += f" FOR UPDATE OF {quote(parts[-1].model._meta.db_table)}"
    return _Select(sql, tuple(parts))


@lru_cache(maxsize=64)
def _pair(pair: Pair[Any, Any], vendor: str) -> _Select:
    """Write the text of a query for two rows; the columns of the second begin with its key."""
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
    meta, other = pair.model._meta, pair.other._meta
    parts = (_part(pair.model, 0), _part(pair.other, len(_fields(pair.model))))
    columns = ", ".join(_column(field) for part in parts for field in _fields(part.model))
    # Names come from the models, values go as parameters.
    sql = (
        f"SELECT {columns} FROM {quote(meta.db_table)} "  # noqa: S608
        f"LEFT OUTER JOIN {quote(other.db_table)} ON {_column(other.pk)} = %s "
        f"WHERE {_column(meta.get_field(pair.key))} = %s"
    )
    return _Select(sql, parts)


def _fields(model: type[Model]) -> Sequence[Any]:
    return model._meta.concrete_fields


def _column(field: Any) -> str:
    quote = connections[DEFAULT_DB_ALIAS].ops.quote_name
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
    database = connections[DEFAULT_DB_ALIAS]
    expression = field.get_col(table)
    return [
        *database.ops.get_db_converters(expression),
        *(_of_field(convert, expression) for convert in field.get_db_converters(database)),
    ]


def _of_field(convert: Convert, expression: Any) -> Convert:
    """Give a field's own conversion the expression that it asks for."""
    return lambda value, _none, database: convert(value, expression, database)


def update_row(row: Model, names: Sequence[str]) -> None:
    """Write these fields of one row."""
    write_rows([], row, names)


def write_rows(
    added: Sequence[Model],
    changed: Model | None = None,
    names: Sequence[str] = (),
    *,
    last: bool = False,
) -> None:
    """Insert new rows, then write these fields of another row.

    The database makes the keys of the new rows; the objects stay without them. ``last``:
    nothing else is written in this transaction, so it may end with that.
    """
    database = connections[DEFAULT_DB_ALIAS]
    written = [(_insert(type(row), database.vendor), row) for row in added]
    if changed is not None:
        written.append((_update(type(changed), tuple(names), database.vendor), changed))
    statements = [(_told(database, text.sql), text.values(row, database)) for text, row in written]
    with _about(database, "ending", last) as ends, database.cursor() as cursor:
        if database.vendor == "postgresql":
            statements = [_together(statements, ends=ends)]
        for sql, values in statements:
            cursor.execute(sql, values)


def _together(statements: list[tuple[str, list[Any]]], *, ends: bool) -> tuple[str, list[Any]]:
    texts = [sql for sql, _ in statements]
    values = [value for _, values in statements for value in values]
    return "; ".join([*texts, "COMMIT"] if ends else texts), values


@dataclass(frozen=True)
class _Written:
    """A statement that writes fields of a row; with its key at the end where it names one."""

    sql: str
    fields: tuple[Any, ...]

    def values(self, row: Model, database: BaseDatabaseWrapper) -> list[Any]:
        return [
            field.get_db_prep_save(getattr(row, field.attname), database) for field in self.fields
        ]


@lru_cache(maxsize=256)
def _update(model: type[Model], names: tuple[str, ...], vendor: str) -> _Written:
    meta, quote = model._meta, connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields = [field for field in meta.concrete_fields if field.name in names]
    if len(fields) != len(set(names)):
        raise ValueError(f"{meta.label} has not all of the fields {', '.join(names)}")
    changes = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    key = quote(str(meta.pk.column))
    sql = f"UPDATE {quote(meta.db_table)} SET {changes} WHERE {key} = %s"  # noqa: S608
    return _Written(sql, (*fields, meta.pk))


@lru_cache(maxsize=64)
def _insert(model: type[Model], vendor: str) -> _Written:
    meta, quote = model._meta, connections[DEFAULT_DB_ALIAS].ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    sql = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({places})"  # noqa: S608
    return _Written(sql, tuple(fields))
