-- A UUID of version 7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, the rest random. For statements that create rows
-- themselves. PostgreSQL 18 has uuidv7(); the service also runs on 15 to 17.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;
