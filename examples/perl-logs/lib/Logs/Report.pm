package Logs::Report;

use strict;
use warnings;
use Exporter 'import';

our @EXPORT_OK = qw(parse busiest slowest);

# A line of the access log: address, time, "METHOD path", status, bytes, milliseconds.
my $LINE = qr{^(\d+\.\d+\.\d+\.\d+) \[([^\]]+)\] "(\S+) (\S+)" (\d{3}) (\d+|-) (\d+)$};

# Parses lines; answers requests and the numbers of the lines that are none.
sub parse {
    my @lines = @_;
    my ( @requests, @strange );
    my $number = 0;
    for my $line (@lines) {
        $number++;
        chomp $line;
        if ( $line =~ $LINE ) {
            push @requests,
                { address => $1, time => $2, method => $3, path => $4, status => $5, bytes => $6, ms => $7 };
        }
        else {
            push @strange, $number;
        }
    }
    return ( \@requests, \@strange );
}

# The paths with the most requests, as [path, count], the most asked first, then by path.
sub busiest {
    my ( $requests, $most ) = @_;
    my %count;
    $count{ $_->{path} }++ for @$requests;
    my @paths = sort { $count{$b} cmp $count{$a} || $a cmp $b } keys %count;
    splice @paths, $most if @paths > $most;
    return map { [ $_, $count{$_} ] } @paths;
}

# The value below which so many percent of the requests to a path take, in milliseconds; undef without requests.
sub slowest {
    my ( $requests, $path, $percent ) = @_;
    my @ms = sort map { $_->{ms} } grep { $_->{path} eq $path } @$requests;
    return undef unless @ms;
    return $ms[ int( $percent / 100 * @ms ) ];
}

1;
