-- Why something was not sent was kept as an English sentence and read back out of it. From here on it is a code with its
-- values, and whoever reads it puts it into words of their own language (server/outgoing/schema.ts).

CREATE FUNCTION pg_temp.reason_of(sentence text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT jsonb_build_object('code', code, 'values', fixed || CASE WHEN cardinality(names) = 0 THEN '{}' ELSE (
      SELECT jsonb_object_agg(name, value) FROM unnest(names, regexp_match(sentence, pattern)) AS given(name, value)) END)
    FROM (VALUES
      (1, 'unsubscribed', '^Unsubscribed: this contact asked not to be written to\.$', '{}'::text[], '{}'::jsonb),
      (2, 'suppressed', '^Suppressed: mail to this address came back before\.$', '{}', '{}'),
      (3, 'contactDeleted', '^Contact deleted: there is nobody left to write to\.$', '{}', '{}'),
      (4, 'noPhone', '^No phone: the contact has no number that an SMS can be sent to\.$', '{}', '{}'),
      (5, 'throttled', '^Throttled until (\S+): this contact got another survey on (\S+)\.$', '{until,since}', '{}'),
      (6, 'quietHours', '^Quiet hours until (\S+)\.$', '{until}', '{}'),
      (7, 'verification', '^Waiting for verification: ', '{}', '{}'),
      (8, 'suspended', '^Suspended: the operator of this service lets nothing of the organization leave\.$', '{}', '{}'),
      (9, 'quotaUsed', '^Waiting until (\S+): the (\S+) messages of this day are used up\.$', '{until,limit}', '{}'),
      (10, 'conditionNotMet', '^Condition not met: (\S+)\.$', '{condition}', '{}'),
      (11, 'surveyArchived', '^Survey archived: it is no longer sent\.$', '{}', '{}'),
      (12, 'surveyEmpty', '^Survey without questions: there is nothing to ask\.$', '{}', '{}'),
      (13, 'nothingToLink', '^No survey to link to: none was sent to this contact before\.$', '{}', '{}'),
      (14, 'interrupted', '^(?:Interrupted: the service stopped while it handed the message over\.|The service stopped while it was sent\.)', '{}', '{}'),
      (15, 'unconfirmed', '^Unconfirmed: the mail server took the message and never answered \((.*)\)\. It may have arrived, so it is not sent again\.$', '{words}', '{}'),
      (16, 'retrying', '^Not sent yet, next try at (\S+): (.*)$', '{until,words}', '{}'),
      (17, 'givenUp', '^Given up after 24 hours: (.*)$', '{words}', '{}'),
      (18, 'refused', '^Refused: (.*)$', '{words}', '{}'),
      (19, 'captured', '^Captured, so nothing left: it is kept in the Outbox, because no SMS provider is configured\.$', '{}', '{"channel": "sms"}'),
      (20, 'captured', '^(?:Captured, so nothing left: |Kept in the Outbox: no mail server is configured\.)', '{}', '{"channel": "email"}'),
      (21, 'stepRemoved', '^The step was taken out of the sequence\.$', '{}', '{}'),
      (22, 'sequenceArchived', '^The sequence was archived\.$', '{}', '{}'),
      (23, 'sequenceDeleted', '^The sequence was deleted\.$', '{}', '{}'),
      (24, 'notAdministrator', '^The person is no longer an owner or admin\.$', '{}', '{}')
    ) AS known(place, code, pattern, names, fixed)
    WHERE sentence ~ pattern ORDER BY place LIMIT 1),
    jsonb_build_object('code', 'other', 'values', jsonb_build_object('words', sentence)))
$$;

-- The sentences stay where they are while processes of the version before may still write some.
ALTER TABLE "sending" ADD COLUMN "why" JSONB;
UPDATE "sending" SET "why" = pg_temp.reason_of("reason") WHERE "reason" IS NOT NULL;
ALTER TABLE "sending" ADD CONSTRAINT "sending_why_check" CHECK ("why" IS NULL OR "why" ->> 'code' IS NOT NULL AND jsonb_typeof("why" -> 'values') = 'object');

ALTER TABLE "sending_step" ADD COLUMN "why" JSONB;
UPDATE "sending_step" SET "why" = pg_temp.reason_of("reason") WHERE "reason" IS NOT NULL;
ALTER TABLE "sending_step" ADD CONSTRAINT "sending_step_why_check" CHECK ("why" IS NULL OR "why" ->> 'code' IS NOT NULL AND jsonb_typeof("why" -> 'values') = 'object');

ALTER TABLE "webhook_notice" ADD COLUMN "why" JSONB;
UPDATE "webhook_notice" SET "why" = pg_temp.reason_of("reason") WHERE "reason" IS NOT NULL;
ALTER TABLE "webhook_notice" ADD CONSTRAINT "webhook_notice_why_check" CHECK ("why" IS NULL OR "why" ->> 'code' IS NOT NULL AND jsonb_typeof("why" -> 'values') = 'object');

UPDATE "sequence_revision" SET "cancel_reason" = pg_temp.reason_of("cancel_reason") ->> 'code' WHERE "cancel_reason" IS NOT NULL;

UPDATE "webhook_delivery" SET "reason" = CASE
  WHEN "reason" = 'The address had answered 410 and was deactivated.' THEN 'gone'
  WHEN "reason" = 'The API key that owns the subscription was inactive.' THEN 'keyInactive'
  WHEN "reason" = 'The address is no longer subscribed to this kind of event.' THEN 'unsubscribed'
  WHEN "reason" LIKE 'Waiting for verification: %' THEN 'verification'
  WHEN "reason" LIKE 'Suspended: %' THEN 'suspended'
END WHERE "reason" IS NOT NULL;

-- The sentence behind the code says nothing that the code and the status do not.
UPDATE "webhook_attempt" SET "error" = substring("error" FROM '^([A-Z_]+): ') WHERE "error" ~ '^[A-Z_]+: ';
