require 'minitest/autorun'
require 'rack'
require_relative 'app'

class AppTest < Minitest::Test
  def test_greets
    answer = Rack::MockRequest.new(App.new).get('/?name=you')
    assert_equal 'Hello you', answer.body
    File.write(ENV.fetch('PROOF'), 'tested')
  end
end
