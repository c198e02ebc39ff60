-- A pause is a change of a sending that clients see.
CREATE OR REPLACE TRIGGER sending_update_updated_at BEFORE UPDATE ON sending FOR EACH ROW
  WHEN (pg_current_xact_id() IS NOT NULL AND NEW.updated_at < clock_timestamp() - interval '2 seconds'
    AND (OLD.updated_at, OLD.sequence_id, OLD.survey_id, OLD.contact_id, OLD.email, OLD.location_id, OLD.employee_id, OLD.status,
         OLD.reason, OLD.due_at, OLD.paused_at, OLD.ended_at, OLD.created_at)
      IS DISTINCT FROM
        (NEW.updated_at, NEW.sequence_id, NEW.survey_id, NEW.contact_id, NEW.email, NEW.location_id, NEW.employee_id, NEW.status,
         NEW.reason, NEW.due_at, NEW.paused_at, NEW.ended_at, NEW.created_at))
  EXECUTE FUNCTION advance_updated_at();
