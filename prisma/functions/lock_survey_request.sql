-- Locks the contact, the sending and the step of a survey link until the transaction ends, so that answers are written one
-- at a time. Same lock order as deleting a contact and running a sending, to avoid deadlocks. Called by submit_response and
-- server/responses.
CREATE OR REPLACE FUNCTION lock_survey_request(p_step_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact c JOIN sending d ON d.organization_id = c.organization_id AND d.contact_id = c.id
    JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF c;
  PERFORM FROM sending d JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF d;
  PERFORM FROM sending_step WHERE id = p_step_id FOR UPDATE;
END $$;
