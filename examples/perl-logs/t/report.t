use strict;
use warnings;
use Test::More;
use Logs::Report qw(parse busiest slowest);

sub request {
    my ( $path, $ms ) = @_;
    return { path => $path, ms => $ms };
}

subtest 'a line is parsed into its parts' => sub {
    my ( $requests, $strange ) =
        parse( qq(192.0.2.1 [26/Nov/2026:10:00:00 +0000] "GET /a" 200 512 7\n), "nonsense\n" );
    is_deeply( $requests->[0]{path}, '/a' );
    is( $requests->[0]{ms}, 7 );
    is_deeply( $strange, [2] );
};

subtest 'callers may have IPv6 addresses' => sub {
    my ( $requests, $strange ) = parse(
        '2001:db8::1 [26/Nov/2026:10:00:00 +0000] "GET /a" 200 - 7',
        '::ffff:192.0.2.1 [26/Nov/2026:10:00:00 +0000] "GET /b" 200 - 7',
        'fe80::1%eth0 [26/Nov/2026:10:00:00 +0000] "GET /c" 200 - 7',
        'cafe [26/Nov/2026:10:00:00 +0000] "GET /d" 200 - 7',
    );
    is_deeply( [ map { $_->{path} } @$requests ], [ '/a', '/b', '/c' ] );
    is_deeply( $strange, [4] );
};

subtest 'the busiest come first' => sub {
    my @requests = ( ( map { request( '/nine', 1 ) } 1 .. 9 ), ( map { request( '/ten', 1 ) } 1 .. 10 ) );
    is_deeply( [ busiest( \@requests, 10 ) ], [ [ '/ten', 10 ], [ '/nine', 9 ] ] );
    is_deeply( [ busiest( \@requests, 1 ) ], [ [ '/ten', 10 ] ] );
};

subtest 'a percentile is of numbers' => sub {
    my @requests = map { request( '/a', $_ ) } 1 .. 100;
    is( slowest( \@requests, '/a', 95 ),  95 );
    is( slowest( \@requests, '/a', 50 ),  50 );
    is( slowest( \@requests, '/a', 100 ), 100 );
    is( slowest( \@requests, '/b', 95 ),  undef );
    is( slowest( [ request( '/a', 7 ) ], '/a', 95 ), 7 );
};

done_testing;
