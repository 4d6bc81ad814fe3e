"""Compares the routine table with the mpi.h of an installed MPI.

usage: compare-with-header.py MPI-TABLE CLANG-FLAG...

Every routine that the header declares must be in the table with the same argument types (arrays as pointers, typedefs
by name), and every routine of the table must be declared as far as its row promises.
"""

import json
import re
import subprocess
import sys

CLANG = ["clang-19", "-x", "c", "-fsyntax-only"]
# Open MPI hides the removed routines unless asked.
DEFINES = ["-DOMPI_OMIT_MPI1_COMPAT_DECLS=0"]

# Two names for one type.
ALIASES = {"MPI_Fint": "int", "MPI_Handler_function": "MPI_Comm_errhandler_function"}
# Where a header departs from the standard: MPICH 4.0 forgot a const.
DEPARTURES = {("MPI_Pready_list", 1): "int *"}


def clang(flags, source="#include <mpi.h>\n"):
    result = subprocess.run(CLANG + DEFINES + flags + ["-"], input=source, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return result.stdout


def canonical(type_name):
    type_name = re.sub(r"\brestrict\b", "", type_name)
    type_name = re.sub(r"^const (\w+)$", r"\1", type_name)
    type_name = re.sub(r"^(.*[^)])\[\d*\]$", r"\1*", type_name)
    for name, same in ALIASES.items():
        type_name = re.sub(rf"\b{name}\b", same, type_name)
    return re.sub(r"\s+", "", type_name)


def declared_functions(flags):
    """Name -> (return type, argument types) of each MPI_ function in the header."""
    tree = json.loads(clang(["-Xclang", "-ast-dump=json"] + flags))
    functions = {}
    for node in tree["inner"]:
        if node["kind"] != "FunctionDecl" or not node["name"].startswith("MPI_"):
            continue
        arguments = [child["type"]["qualType"] for child in node.get("inner", []) if child["kind"] == "ParmVarDecl"]
        functions[node["name"]] = (node["type"]["qualType"].split("(")[0].strip(), arguments)
    return functions


def macros(flags):
    return set(re.findall(r"^#define (\w+)", clang(["-dM", "-E"] + flags), re.M))


def version(flags):
    probe = clang(["-E", "-P"] + flags, "#include <mpi.h>\nversion MPI_VERSION MPI_SUBVERSION\n")
    major, minor = probe.split("version ")[-1].split()
    return int(major), int(minor)


def table_rows(tool):
    for line in subprocess.run([tool], check=True, capture_output=True, text=True).stdout.splitlines():
        name, declared, *types = line.split("\t")
        yield name, (declared, types)


def differences(table, functions, known_macros, mpi_version):
    for name, (result, types) in functions.items():
        if name not in table:
            yield f"{name}: declared but not in the table"
            continue
        declared, expected = table[name]
        if len(types) != len(expected):
            yield f"{name}: {len(types)} arguments declared, {len(expected)} in the table"
        for index, (ours, theirs) in enumerate(zip(expected, types)):
            if canonical(theirs) not in (canonical(ours), canonical(DEPARTURES.get((name, index), ours))):
                yield f"{name}: argument {index} declared as '{theirs}', in the table '{ours}'"
        if declared != "unrecorded" and result != "int":
            yield f"{name}: returns '{result}', but every recorded routine returns int"
    for name, (declared, _) in table.items():
        required = declared == "always" or (declared == "since-4.0" and mpi_version >= (4, 0))
        if required and name not in functions and name not in known_macros:
            yield f"{name}: in the table but not declared"


def main():
    tool, *flags = sys.argv[1:]
    table = dict(table_rows(tool))
    functions = declared_functions(flags)
    found = list(differences(table, functions, macros(flags), version(flags)))
    print("\n".join(found))
    print(f"{len(functions)} declared, {len(table)} in the table, {len(found)} differences")
    return 1 if found else 0


sys.exit(main())
