# complete.bash FILE: what the completion offers for a few lines, the last word being the one to complete. Words are
# split as readline does it, also at "=".
. "$1"
offer() {
  read -r -a COMP_WORDS <<<"${1//=/ = }"
  [[ $1 == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _lockstep
  echo "$1: ${COMPREPLY[*]}"
}
offer 'lockstep ru'
offer 'lockstep run --halt'
offer 'lockstep run --mpi '
offer 'lockstep run --mpi=o'
offer 'lockstep run --color al'
offer 'lockstep run --json fi'
offer 'lockstep run -n 2 ./app --h'
offer 'lockstep run -n 2 -- srun --h'
offer 'lockstep run -n 2 --timeout=3 --halt'
offer 'lockstep check -- --mp'
offer 'lockstep check a.c --mp'
offer 'lockstep explain coll-root'
offer 'lockstep report t --format '
offer 'lockstep report t --format text,sa'
offer 'lockstep analyze --clock en'
offer 'lockstep check --initial-context '
offer 'lockstep suppress --rule coll-root'
offer 'lockstep unknown x'
. "${1}-mpicc"
offerOfWrapper() {
  read -r -a COMP_WORDS <<<"${1//=/ = }"
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _lockstep_mpicc
  echo "$1: ${COMPREPLY[*]}"
}
offerOfWrapper 'lockstep-mpicc --mp'
offerOfWrapper 'lockstep-mpicc -c --mpi='
offerOfWrapper 'lockstep-mpicc -O2 --compiler=g'
offerOfWrapper 'lockstep-mpicc -Wno-l'
offerOfWrapper 'lockstep-mpicc -Werror=lockstep=w'
offerOfWrapper 'lockstep-mpicc x.c'
