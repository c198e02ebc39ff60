require 'json'
require 'openssl'
require 'set'

TOLERANCE_SECONDS = 300

# Whether these bytes were signed with the secret, within the accepted time.
def genuine?(raw_body, header, secret, now = Time.now.to_i)
  sent_at = ''
  given = []
  header.to_s.split(',').each do |part|
    name, value = part.strip.split('=', 2)
    sent_at = value.to_s if name == 't'
    given << value.to_s if name == 'v1'
  end
  return false unless sent_at.match?(/\A[0-9]{1,12}\z/) && (now - sent_at.to_i).abs <= TOLERANCE_SECONDS

  wanted = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{sent_at}.".b + raw_body.b)
  # While a secret is being replaced there are two signatures; one that fits is enough.
  given.any? { |signature| OpenSSL.secure_compare(signature, wanted) }
end

# In production a table with a unique column, which outlives a restart: keep the body there too, then answer.
SEEN = Set.new
LOCK = Mutex.new

# A Rack application, for Puma, Rails' routes or any other server:
#   config.ru: require_relative 'receiver'; run RECEIVER
#   WEBHOOK_SECRET=whsec_… rackup -p 4000
RECEIVER = lambda do |env|
  # The bytes as they came. Parsed and written again, they would be others.
  raw_body = env['rack.input'].read
  return [400, {}, []] unless genuine?(raw_body, env['HTTP_X_SERVICE_SIGNATURE'], ENV.fetch('WEBHOOK_SECRET'))

  delivery = env['HTTP_X_SERVICE_DELIVERY']
  if LOCK.synchronize { SEEN.add?(delivery) }
    # A slow answer counts as a failure: hand the work to a job or, as here, to a thread.
    Thread.new do
      # Five kinds of event come as a list of one, step.completed as the object alone.
      body = JSON.parse(raw_body)
      events = body.is_a?(Array) ? body : [body]
      events.each { |event| puts "#{env['HTTP_X_SERVICE_EVENT']} #{event}" }
    end
  end
  [204, {}, []]
end
