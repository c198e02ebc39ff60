require_relative 'receiver'

# Prints the verdict on each vector, in their order: ruby check.rb ../vectors.json
vectors = JSON.parse(File.read(ARGV[0], encoding: 'UTF-8'))
puts JSON.generate(vectors.map { |v| genuine?(v['body'], v['header'], v['secret'], v['now']) })
