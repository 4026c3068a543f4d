class App
  def call(env)
    name = Rack::Request.new(env).params.fetch('name', 'nobody')
    [200, { 'content-type' => 'text/plain' }, ["Hello #{name}"]]
  end
end
