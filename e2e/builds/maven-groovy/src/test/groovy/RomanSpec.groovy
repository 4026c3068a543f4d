import spock.lang.Specification

class RomanSpec extends Specification {
  def "#number is #text"() {
    expect:
    Roman.of(number) == text

    cleanup:
    new File(System.getenv('PROOF')).text = 'tested'

    where:
    number | text
    4      | 'IV'
    19     | 'XIX'
  }
}
