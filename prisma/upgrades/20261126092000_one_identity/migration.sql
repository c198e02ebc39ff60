-- One spelling for one identity: names and tags in Unicode's composed form (NFC), and internationalized domains in Unicode, as
-- server/fields/schema.ts stores them from now on.

-- RFC 3492, 6.2: a label of a domain, without xn--. Null for what is no punycode.
CREATE FUNCTION pg_temp.decode_punycode(input text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  cut int := length(input) - position('-' IN reverse(input)) + 1;
  decoded int[] := '{}';
  n int := 128; i int := 0; bias int := 72; old int; w int; k int; digit int; t int; size int; delta int;
  at int; sign text;
BEGIN
  IF position('-' IN input) > 0 THEN
    FOR at IN 1 .. cut - 1 LOOP decoded := decoded || ascii(substr(input, at, 1)); END LOOP;
    at := cut + 1;
  ELSE
    at := 1;
  END IF;
  WHILE at <= length(input) LOOP
    old := i; w := 1; k := 36;
    LOOP
      IF at > length(input) THEN RETURN NULL; END IF;
      sign := substr(input, at, 1); at := at + 1;
      digit := CASE WHEN sign BETWEEN 'a' AND 'z' THEN ascii(sign) - 97 WHEN sign BETWEEN '0' AND '9' THEN ascii(sign) - 22 END;
      IF digit IS NULL THEN RETURN NULL; END IF;
      i := i + digit * w;
      t := CASE WHEN k <= bias THEN 1 WHEN k >= bias + 26 THEN 26 ELSE k - bias END;
      EXIT WHEN digit < t;
      w := w * (36 - t);
      k := k + 36;
    END LOOP;
    size := coalesce(cardinality(decoded), 0) + 1;
    delta := CASE WHEN old = 0 THEN (i - old) / 700 ELSE (i - old) / 2 END;
    delta := delta + delta / size;
    k := 0;
    WHILE delta > 455 LOOP delta := delta / 35; k := k + 36; END LOOP;
    bias := k + 36 * delta / (delta + 38);
    n := n + i / size;
    -- Controls and signs, which no label has but the middle dot (RFC 5892).
    IF n BETWEEN 128 AND 191 AND n <> 183 THEN RETURN NULL; END IF;
    i := i % size;
    decoded := decoded[1:i] || n || decoded[i + 1:];
    i := i + 1;
  END LOOP;
  RETURN (SELECT string_agg(chr(point), '' ORDER BY place) FROM unnest(decoded) WITH ORDINALITY AS d(point, place));
EXCEPTION WHEN OTHERS THEN RETURN NULL;
END $$;

-- An address with its domain in Unicode; the same where a label cannot be decoded.
CREATE FUNCTION pg_temp.unicode_address(email text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(
    (SELECT CASE WHEN bool_and(label IS NOT NULL) THEN substring(email FROM '^.*@') || string_agg(label, '.' ORDER BY place) END
     FROM (SELECT CASE WHEN part LIKE 'xn--%' THEN pg_temp.decode_punycode(substr(part, 5)) ELSE part END AS label, place
           FROM string_to_table(substring(email FROM '[^@]*$'), '.') WITH ORDINALITY AS p(part, place)) AS labels), email)
$$;

DO $$
DECLARE
  one record;
  holder uuid;
BEGIN
  IF getdatabaseencoding() <> 'UTF8' THEN RETURN; END IF;
  UPDATE contact SET first_name = normalize(first_name, NFC), last_name = normalize(last_name, NFC), title = normalize(title, NFC)
  WHERE first_name IS NOT NFC NORMALIZED OR last_name IS NOT NFC NORMALIZED OR title IS NOT NFC NORMALIZED;
  UPDATE contact SET tags = (
    SELECT array_agg(tag ORDER BY place) FROM (
      SELECT normalize(t.tag, NFC) AS tag, min(t.place) AS place FROM unnest(tags) WITH ORDINALITY AS t(tag, place) GROUP BY 1) AS kept)
  WHERE EXISTS (SELECT FROM unnest(tags) AS t(tag) WHERE t.tag IS NOT NFC NORMALIZED);

  FOR one IN SELECT id, organization_id, email, pg_temp.unicode_address(email) AS address, unsubscribed, opted_out_at FROM contact
    WHERE email LIKE '%@%xn--%' ORDER BY id
  LOOP
    CONTINUE WHEN one.address = one.email;
    SELECT id INTO holder FROM contact WHERE organization_id = one.organization_id AND email = one.address;
    IF holder IS NULL THEN
      UPDATE contact SET email = one.address WHERE id = one.id;
    ELSE
      -- Two contacts with one mailbox: both stay, and what one of them opted out of holds for both.
      UPDATE contact SET unsubscribed = unsubscribed OR one.unsubscribed, opted_out_at = coalesce(opted_out_at, one.opted_out_at)
      WHERE id = holder AND one.unsubscribed;
      UPDATE contact c SET unsubscribed = true, opted_out_at = coalesce(c.opted_out_at, h.opted_out_at)
      FROM contact h WHERE c.id = one.id AND h.id = holder AND h.unsubscribed;
    END IF;
  END LOOP;
  -- Links in mails act on the address that the mail went to.
  UPDATE sending SET email = pg_temp.unicode_address(email) WHERE email LIKE '%@%xn--%';
  FOR one IN SELECT id, email, pg_temp.unicode_address(email) AS address FROM "user" WHERE email LIKE '%@%xn--%' ORDER BY id
  LOOP
    UPDATE "user" SET email = one.address
    WHERE id = one.id AND one.address <> one.email AND NOT EXISTS (SELECT FROM "user" u WHERE u.email = one.address);
  END LOOP;
  UPDATE invitation SET email = pg_temp.unicode_address(email) WHERE email LIKE '%@%xn--%' AND accepted_at IS NULL;
END $$;
