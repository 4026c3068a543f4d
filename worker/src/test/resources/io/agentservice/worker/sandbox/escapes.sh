# Ways out of a session, each on a line of its own: name, then a command that succeeds where it gets through.
# The variables are the test's. Those with ! would harm the machine and are tried behind walls only, those with ~ where the session has a network of its own or no walls. Those with % ask for what an image has of its own, and are not tried where the system is one. Of the lines with "then ..." the test looks afterwards whether the file is there outside, once git was asked for the status there.
reads an ssh key: cat "$OUTER_HOME/.ssh/id_ed25519"
reads cloud credentials: cat "$OUTER_HOME/.aws/credentials"
reads netrc: cat "$OUTER_HOME/.netrc"
reads the forge's token: cat "$OUTER_HOME/.config/gh/hosts.yml"
reads the registry's token: cat "$OUTER_HOME/.npmrc"
reads Maven's passwords: cat "$OUTER_HOME/.m2/settings.xml"
reads Docker's credentials: cat "$OUTER_HOME/.docker/config.json"
reads Kubernetes' credentials: cat "$OUTER_HOME/.kube/config"
reads the shell's history: cat "$OUTER_HOME/.bash_history"
lists the home: ls "$OUTER_HOME" | grep -q secret-name
reads the home by its real path: cat "$(dirname "$WORK")/home/.netrc"
reads the home by a link: ln -s "$OUTER_HOME/.ssh/id_ed25519" link && cat link
reads the home by a link of a directory: ln -s "$OUTER_HOME" homelink && cat homelink/.netrc
links a file in: ln "$OUTER_HOME/.netrc" hard && cat hard
climbs out: cat ../home/.netrc
climbs out by the process's root: cat "/proc/self/root$OUTER_HOME/.netrc"
climbs out by the process's directory: cat /proc/self/cwd/../home/.netrc
climbs out by the first process: cat "/proc/1/root$OUTER_HOME/.netrc"
reads the worker's key: cat "$DATA/credentials.json"
lists the worker's data: ls "$DATA" | grep -q credentials
reads another session's state: cat "$DATA/sessions/agent-other/state/journal"
lists the sessions: ls "$DATA/sessions" | grep -q agent-other
reads the operator's settings: cat "$SECRETS/agent.env"
reads the list of passwords: grep -q root /etc/shadow
reads host keys: ls /etc/ssh/*
reads what lies beside the work: ls ../beside
reads temporary files of others: ls /tmp | grep -q "$MARKER"
writes the home, then home/.bashrc-new: echo x > "$OUTER_HOME/.bashrc-new"
writes the worker's data, then data/planted: echo x > "$DATA/planted"
writes the record of its process, then data/sessions/agent-0199/planted: echo x > "$DATA/sessions/agent-0199/planted"
writes the mirrors, then data/mirrors/planted: echo x > "$DATA/mirrors/planted"
writes beside the work, then beside/planted: echo x > ../beside/planted
writes where all look, then planted: echo x > ../planted
!writes the system: touch "/usr/local/$MARKER"
!writes settings of the system: touch "/etc/$MARKER"
!writes programs of the system: touch "/usr/bin/$MARKER"
!writes to the root: touch "/$MARKER"
replaces the remote: echo x >> "$PROGRAM"
replaces the remote by another file: mv "$PROGRAM" "$PROGRAM.old"
plants a hook, then work/.git/hooks/post-checkout: echo x > .git/hooks/post-checkout
plants a command in the configuration, then ran: git config core.fsmonitor "touch $(dirname "$WORK")/ran"
writes a command into the configuration, then ran-written: printf '[core]\n\tfsmonitor = touch %s/ran-written\n' "$(dirname "$WORK")" >> .git/config
has git look for its configuration elsewhere, then ran-elsewhere: cp -r .git evil && git -C evil config core.fsmonitor "touch $(dirname "$WORK")/ran-elsewhere" && echo ../evil > .git/commondir
moves the repository away: mv .git .git-old
moves the configuration away: mv .git/config .git/config-old
moves the hooks away: mv .git/hooks .git/hooks-old
removes the configuration: rm -f .git/config && test ! -e .git/config
sees a foreign process: test -e "/proc/$FOREIGN" && grep -q sleep "/proc/$FOREIGN/comm"
reads a foreign environment: grep -q foreign-secret "/proc/$FOREIGN/environ"
finds a foreign environment: grep -lq foreign-secret /proc/[0-9]*/environ
reads a foreign command line: grep -q "sleep.$FOREIGN_SECONDS" /proc/[0-9]*/cmdline
signals a foreign process: kill -0 "$FOREIGN"
changes a foreign priority: renice -n 5 -p "$FOREIGN"
signals the worker: kill -0 "$WORKER"
enters a foreign namespace: nsenter -t "$FOREIGN" -m true
has a capability: grep -E '^Cap(Eff|Prm|Bnd|Amb):' /proc/self/status | grep -qv 0000000000000000
may gain rights: grep -q '^NoNewPrivs:.0' /proc/self/status
becomes root: sudo -n true
!mounts: mount -t tmpfs none "$WORK/mnt"
!remounts the system: mount -o remount,rw /usr
!makes a device: mknod "$WORK/null" c 1 3
reads the kernel's log device: test -e /dev/kmsg
sees disks: ls /dev/vd* /dev/sd* /dev/nvme*
reads the memory: test -e /dev/mem
sees the terminal: true < /dev/tty
!sets the host's name: hostname "$MARKER"
!sets the kernel's host name: echo "$MARKER" > /proc/sys/kernel/hostname
sets the core pattern: pattern=$(cat /proc/sys/kernel/core_pattern) && echo "$pattern" > /proc/sys/kernel/core_pattern
asks for a crash of the machine: test -w /proc/sysrq-trigger
!changes a group of resources: mkdir /sys/fs/cgroup/memory/x || mkdir /sys/fs/cgroup/x
!loads a module: modprobe dummy
sees shared memory of others: ipcs -m | grep -q "$SHARED"
finds a socket of the machine: test -S "$SOCKET"
finds the socket of containers: test -S /run/docker.sock -o -S /var/run/docker.sock
finds sockets of the user: ls /run/user
finds the message bus: test -S /run/dbus/system_bus_socket
%!writes devices: echo x > "/dev/$MARKER"
makes a user namespace: unshare -U true
mounts in a namespace of its own: unshare -Urm mount -t tmpfs none /mnt
makes a network of its own: unshare -Urn true
changes its root: unshare -Ur chroot / true
uses the kernel's keys: test "$(uname -m)" = x86_64 && perl -e 'exit(syscall(250, 0, -3, 1) < 0)'
uses io_uring: perl -e 'syscall(425, 8, 0); exit($! == 1 || $! == 38)'
loads a program into the kernel: test "$(uname -m)" = x86_64 && perl -e 'syscall(321, 0, 0, 0); exit($! == 1 || $! == 38)'
listens to the processor: test "$(uname -m)" = x86_64 && perl -e 'syscall(298, 0, 0, 0, 0, 0); exit($! == 1 || $! == 38)'
handles faults of memory: test "$(uname -m)" = x86_64 && perl -e 'exit(syscall(323, 0) < 0)'
opens files by handles: test "$(uname -m)" = x86_64 && perl -e 'syscall(304, -100, 0, 0); exit($! == 1 || $! == 38)'
types into its terminal: script -qec 'perl -e "exit(!ioctl(STDIN, 0x5412, my \$key = chr(120)))"' /dev/null
speaks to the hypervisor: perl -MSocket -e 'exit(!socket(S, 40, SOCK_STREAM, 0))'
uses the kernel's ciphers: perl -MSocket -e 'exit(!socket(S, 38, 5, 0))'
reads raw packets: perl -MSocket -e 'exit(!socket(S, 17, 3, 768))'
sends raw packets: perl -MSocket -e 'exit(!socket(S, 2, 3, 1))'
reads a foreign memory: head -c 1 "/proc/$FOREIGN/maps" | grep -q .
lists a foreign process's files: ls "/proc/$FOREIGN/fd"
enters a foreign process's root: ls "/proc/$FOREIGN/root/"
traces a foreign process: test "$(uname -m)" = x86_64 && perl -e 'exit(syscall(101, 16902, $ARGV[0] + 0, 0, 0) < 0)' "$FOREIGN"
gets hold of a foreign process: perl -e 'exit(syscall(434, $ARGV[0] + 0, 0) < 0)' "$FOREIGN"
changes a foreign process's limits: prlimit -p "$FOREIGN" --core=0
reads the kernel's memory: head -c 1 /proc/kcore | grep -q .
reads the kernel's log: dmesg
reads the kernel's addresses: grep -v '^0000000000000000' /proc/kallsyms
reads how pages are used: [ "$(head -c 8 /proc/kpagecount | wc -c)" = 8 ]
reads the firmware: ls -A /sys/firmware | grep -q .
%finds the home of root: test -d /root
%finds what services keep: test -d /var/lib
%finds logs: test -d /var/log
%finds the spool: test -d /var/spool
%finds served files: test -d /srv
%finds other disks: test -d /mnt -o -d /media
%finds the boot loader: test -d /boot
could write programs: test -w /usr/bin
could write libraries: test -w /usr/lib
could write the list of users: test -w /etc/passwd
could write the profile of all: test -w /etc/profile
could write settings of devices: test -w /sys/kernel
moves its directory away: mv "$WORK" "$WORK.x" && mv "$WORK.x" "$WORK"
takes priority: renice -n -5 -p $$
takes priority in real time: chrt -f 1 true
takes priority at the disk: ionice -c 1 true
is spared when memory runs out: echo -500 > /proc/self/oom_score_adj
gives files to others: touch given && chown 12345 given
~reaches a service of the machine's loopback: perl -MSocket -e 'exit !(socket(S, 2, 1, 0) and connect S, pack_sockaddr_in($ARGV[0], inet_aton("127.0.0.1")))' "$LOOPBACK"
~has a way to the metadata of a cloud: perl -MSocket -e 'exit !(socket(S, 2, 2, 0) and connect S, pack_sockaddr_in(80, inet_aton("169.254.169.254")))'
!sets the clock: date -s "$(date)"
!makes a disk: mknod "$WORK/disk" b 254 0
