-- Moves updated_at of a sending when one of its steps is written, so that clients that sync sendings see what became of each message
-- (server/change-feed). As in advance_updated_at, a time of less than two seconds ago stays: the job that writes steps writes their
-- sendings, too. Changes of columns that no client sees do not count. Row triggers, which run before the statement triggers of
-- sending_step: a sending is locked before its survey requests.
CREATE OR REPLACE FUNCTION advance_updated_at_of_sending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sending SET updated_at = clock_timestamp()
  WHERE organization_id = NEW.organization_id AND id = NEW.sending_id AND updated_at < clock_timestamp() - interval '2 seconds';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sending_step_insert_updated_at AFTER INSERT ON sending_step FOR EACH ROW
  EXECUTE FUNCTION advance_updated_at_of_sending();

CREATE OR REPLACE TRIGGER sending_step_update_updated_at AFTER UPDATE ON sending_step FOR EACH ROW
  WHEN ((OLD.step_id, OLD.position, OLD.type, OLD.survey_id, OLD.status, OLD.reason, OLD.channel, OLD.recipient, OLD.claimed_at,
         OLD.sent_at, OLD.due_at, OLD.ended_at)
      IS DISTINCT FROM
        (NEW.step_id, NEW.position, NEW.type, NEW.survey_id, NEW.status, NEW.reason, NEW.channel, NEW.recipient, NEW.claimed_at,
         NEW.sent_at, NEW.due_at, NEW.ended_at))
  EXECUTE FUNCTION advance_updated_at_of_sending();
