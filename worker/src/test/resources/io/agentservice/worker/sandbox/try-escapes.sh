# Tries what escapes.sh lists, in the working directory, and writes the names of those that succeed to the file "through".
# Set before: the variables of the list, WALLED=yes where there are walls, NETWORK=own where the network is not the machine's, and SYSTEM=image where the system isn't.
mkdir -p mnt
cp -r .git kept
: > through
while IFS= read -r line; do
  case $line in
    '#'*) continue ;;
    '%'*) [ "${SYSTEM:-machine}" = machine ] || continue ;;
  esac
  case ${line#%} in
    '!'*) [ "$WALLED" = yes ] || continue ;;
    '~'*) [ "$WALLED" = no ] || [ "$NETWORK" = own ] || continue ;;
  esac
  if ( eval "${line#*: }" ) > /dev/null 2>&1 < /dev/null; then
    echo "${line%%: *}" >> through
  fi
  [ -d .git ] || cp -r kept .git
done < escapes.sh
echo tried > tried
