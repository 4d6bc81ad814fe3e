"""The ways to break a call of MPI in one line.

An operator is a name and a function of (source, call) that gives the edit of the text, or None where the call has nothing
to break; with it go the routines at whose calls the bug may show instead: the partner of a message, the start of an
operation whose completion is gone, the creation of what is not freed.
"""
import collections
import re

Operator = collections.namedtuple('Operator', 'name edit breaks')

TYPES = {'MPI_INT': 'MPI_DOUBLE', 'MPI_DOUBLE': 'MPI_FLOAT', 'MPI_FLOAT': 'MPI_DOUBLE', 'MPI_LONG': 'MPI_INT',
         'MPI_LONG_LONG': 'MPI_INT', 'MPI_LONG_LONG_INT': 'MPI_INT', 'MPI_INT64_T': 'MPI_INT', 'MPI_UINT64_T': 'MPI_INT',
         'MPI_INT32_T': 'MPI_DOUBLE', 'MPI_BYTE': 'MPI_INT', 'MPI_CHAR': 'MPI_INT', 'MPI_UNSIGNED': 'MPI_DOUBLE',
         'MPI_UNSIGNED_LONG': 'MPI_INT', 'MPI_UNSIGNED_LONG_LONG': 'MPI_INT', 'MPI_INTEGER': 'MPI_REAL',
         'MPI_REAL': 'MPI_INTEGER', 'MPI_REAL8': 'MPI_INTEGER', 'MPI_DOUBLE_PRECISION': 'MPI_INTEGER',
         'MPI_INTEGER8': 'MPI_INTEGER', 'MPI_LOGICAL': 'MPI_DOUBLE_PRECISION', 'MPI_CHARACTER': 'MPI_INTEGER'}
OPERATIONS = {'MPI_SUM': 'MPI_BAND', 'MPI_MAX': 'MPI_LAND', 'MPI_MIN': 'MPI_BOR'}
FLOATING = r'MPI_(DOUBLE|FLOAT|REAL|LONG_DOUBLE)\w*'  # on which these are illegal

MESSAGES = r'MPI_(I?[bsr]?send|I?m?recv|Sendrecv\w*|\w+_init|I?m?probe|Start(all)?|Wait\w*|Test\w*)'
COLLECTIVE = r'MPI_I?(barrier|bcast|reduce\w*|allreduce|(all)?gatherv?|scatterv?|alltoall[vw]?|(ex)?scan)'
ACCESSES = r'MPI_R?(put|get|accumulate|get_accumulate|fetch_and_op|compare_and_swap)'
STARTS = r'MPI_(I(?!ni|m?probe)[a-z]+|R?(put|get|accumulate)|Start(all)?)'
MAKES = {'Type': r'MPI_Type_(?!free|commit|size|get|set|extent|lb|ub)\w+',
         'Comm': r'MPI_(Comm_(dup|split|create|idup)\w*|Cart_(create|sub)|(Dist_)?graph_create\w*|Intercomm_\w+)',
         'Win': r'MPI_Win_(create|allocate)\w*', 'Op': 'MPI_Op_create', 'Request': r'MPI_\w+_init',
         'Group': r'MPI_(Comm_group|Win_get_group|Group_\w+)', 'Info': r'MPI_(Info_create|Info_dup)'}

COUNT = ('count', 'sendcount', 'origin_count')
TYPE = ('datatype', 'sendtype', 'origin_datatype')
TAG = ('tag', 'sendtag')
RANK = ('dest', 'source', 'target_rank', 'rank')


def is_like(pattern, name):
    return re.fullmatch(pattern, name, re.I) is not None


def edit(place, text):
    return {'begin': place[0], 'end': place[1], 'text': text}


def argument(names, make, only=r'MPI_\w+'):
    """Another argument: `make(word, source)` gives its text, or None."""
    def mutate(source, call):
        place = source.argument(call, *names) if is_like(only, call.name) else None
        text = make(source.word(place), source) if place else None
        return text and edit(place, text)
    return mutate


def removed(pattern):
    def mutate(source, call):
        return edit((call.start, call.end), source.without(call)) if is_like(pattern, call.name) else None
    return mutate


def by_rank(pattern, names):
    """The call on all ranks but the first."""
    def mutate(source, call):
        place = source.argument(call, *names) if is_like(pattern, call.name) else None
        comm = place and ('MPI_COMM_WORLD' if names == ('win',) else source.word(place))
        text = comm and source.with_rank(call, comm, lambda rank: (f'{rank} != 0', source.body(call)))
        return text and edit((call.start, call.end), text)
    return mutate


def root_by_rank(source, call):
    root, comm = source.argument(call, 'root'), source.argument(call, 'comm')
    text = root and comm and source.with_rank(call, source.word(comm), lambda rank: ('', source.body(call, root, rank)))
    return text and edit((call.start, call.end), text)


def operation_changed(source, call):
    """An operation that the datatype does not have; none where the datatype is not written there."""
    operation, datatype = source.argument(call, 'op'), source.argument(call, *TYPE)
    text = operation and datatype and OPERATIONS.get(source.word(operation).upper())
    return edit(operation, text) if text and is_like(FLOATING, source.word(datatype)) else None


def buffer_reused(source, call):
    """A store into the buffer between the start of an operation and its completion."""
    place = source.argument(call, 'buf', 'origin_addr', 'recvbuf') if is_like(STARTS, call.name) else None
    if not place or not call.is_statement or re.match(r'MPI_|NULL|0$|nullptr', source.word(place)):
        return None
    if source.is_fortran:
        line = source.text[source.text.rfind('\n', 0, call.start) + 1:call.start]
        text = None if line.strip(' \t0123456789') else f'{source.body(call)}\n      {source.word(place)} = 1'
    else:
        text = f'{{ {source.body(call)} *(volatile char *)({source.word(place)}) = 1; }}'
    return text and edit((call.start, call.end), text)


def other_type(word, source):
    if word.upper() in TYPES:
        return TYPES[word.upper()]
    return None if word.upper().startswith('MPI_') else 'MPI_INTEGER' if source.is_fortran else 'MPI_SHORT'


OPERATORS = [
    Operator('wait removed', removed(r'MPI_Wait(all|any|some)?'), STARTS),
    Operator('tag changed', argument(TAG, lambda word, _: None if 'ANY_TAG' in word.upper() else f'({word}) + 1'), MESSAGES),
    Operator('tag negative', argument(TAG, lambda word, _: '-7'), ''),
    Operator('count off by one', argument(COUNT, lambda word, _: f'({word}) + 1'), f'{MESSAGES}|{COLLECTIVE}'),
    Operator('count negative', argument(COUNT, lambda word, _: '-1'), ''),
    Operator('rank too large', argument(RANK, lambda word, _: '100000', r'MPI_(?!Win_|Cart|Graph|Group|Comm).*'), ''),
    Operator('rank negative', argument(RANK, lambda word, _: '-77', r'MPI_(?!Win_|Cart|Graph|Group|Comm).*'), ''),
    Operator('root negative', argument(('root',), lambda word, _: '-77'), ''),
    Operator('root too large', argument(('root',), lambda word, _: '100000'), ''),
    Operator('root by rank', root_by_rank, ''),
    Operator('null communicator', argument(('comm',), lambda word, _: 'MPI_COMM_NULL'), ''),
    Operator('null datatype', argument(TYPE, lambda word, _: 'MPI_DATATYPE_NULL'), ''),
    Operator('type changed', argument(TYPE, other_type), f'{MESSAGES}|{COLLECTIVE}'),
    Operator('operation changed', operation_changed, ''),
    Operator('null operation', argument(('op',), lambda word, _: 'MPI_OP_NULL'), ''),
    Operator('null window', argument(('win',), lambda word, _: 'MPI_WIN_NULL', r'MPI_(?!.*(create|allocate|free)).*'), ''),
    Operator('collective by rank', by_rank(COLLECTIVE, ('comm',)), f'{COLLECTIVE}|MPI_Finalize'),
    Operator('fence by rank', by_rank(r'MPI_Win_fence', ('win',)), f'MPI_Win_fence|{ACCESSES}'),
    Operator('buffer reused', buffer_reused, ''),
    *(Operator('free removed', removed(f'MPI_{kind}_free'), made) for kind, made in MAKES.items()),
    Operator('unlock removed', removed(r'MPI_Win_unlock(_all)?'), f'MPI_Win_(lock(_all)?|free)|{ACCESSES}'),
    Operator('fence removed', removed(r'MPI_Win_fence'), f'MPI_Win_fence|{ACCESSES}'),
    Operator('flush removed', removed(r'MPI_Win_flush\w*'), ACCESSES),
    Operator('commit removed', removed(r'MPI_Type_commit'), MESSAGES),
    Operator('start removed', removed(r'MPI_Start(all)?'), MESSAGES),
    Operator('finalize removed', removed(r'MPI_Finalize'), r'MPI_\w+'),
    Operator('receive removed', removed(r'MPI_I?recv'), MESSAGES),
    Operator('send removed', removed(r'MPI_I?[bsr]?send'), MESSAGES),
]


def mutants_of(sources):
    """All edits of the sources, {name: Source}, each with where its bug may show: the calls of `breaks`."""
    places = [(name, call) for name, source in sources.items() for call in source.calls]
    for name, source in sources.items():
        for call in source.calls:
            for operator in OPERATORS:
                change = operator.edit(source, call)
                if change:
                    breaks = sorted({(other, broken.lines[0]) for other, broken in places
                                     if operator.breaks and is_like(operator.breaks, broken.name)})
                    yield {'file': name, 'line': call.lines[0], 'last': call.lines[1], 'at': call.start,
                           'call': call.name, 'operator': operator.name, **change, 'breaks': breaks}
