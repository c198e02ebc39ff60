-- Holds the step of a survey link until the transaction ends, so that one answer is written at a time. Its contact and its sending
-- come first, as where a contact is deleted and in the job that runs it: none waits for another in a circle. Called by
-- submit_response and server/responses/queries.ts.
CREATE OR REPLACE FUNCTION lock_asked(p_step_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact c JOIN sending d ON d.organization_id = c.organization_id AND d.contact_id = c.id
    JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF c;
  PERFORM FROM sending d JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF d;
  PERFORM FROM sending_step WHERE id = p_step_id FOR UPDATE;
END $$;
