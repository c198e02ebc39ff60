-- No released version calls it any more.
DROP FUNCTION submit_response(jsonb, text[], text[], text, uuid[], uuid[]);
