# Tries what egress.sh lists, in the working directory, and writes the names of those that get through to the file "through".
export MARK
direct() { curl -s -m 5 --noproxy '*' "$@"; }
proxied() { curl -s -m 5 --noproxy '' ${http_proxy:+-x "$http_proxy"} "$@"; }
# a tunnel through the proxy to $1, in which $2 is said
ask() {
  perl -MIO::Socket::INET -e '
    my ($target, $words, $proxy) = @ARGV;
    $words = "GET / HTTP/1.1\r\nHost: $target\r\n\r\n" if !defined $words or $words eq "";
    $words =~ s/_$//;
    my ($host, $port) = $target =~ /^(.*):(\d+)$/;
    my $s = IO::Socket::INET->new(PeerAddr => $proxy ? "127.0.0.1:3128" : "$host:$port", Timeout => 5) or exit 1;
    $s->autoflush(1); alarm 5;
    if ($proxy) { print $s "CONNECT $target HTTP/1.1\r\n\r\n"; my $l = <$s>; exit 1 if $l !~ / 200 /; while (($l = <$s>) !~ /^\r?$/) {} }
    print $s $words; shutdown $s, 1; print <$s>;' "$1" "${2-}" "${http_proxy-}"
}
datagram() {
  perl -MIO::Socket::INET -e '
    my $s = IO::Socket::INET->new(PeerAddr => $ARGV[0], PeerPort => $ARGV[1], Proto => "udp") or exit 1;
    alarm 2; send $s, "hello", 0; recv $s, my $b, 100, 0; print $b;' "$1" "$UDP"
}
: > through
while IFS= read -r line; do
  case $line in
    '#'*) continue ;;
  esac
  if ( eval "${line#*: }" ) 2>&1 < /dev/null | grep -q "$MARK"; then
    echo "${line%%: *}" >> through
  fi
done < egress.sh
echo tried > tried
