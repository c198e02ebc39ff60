-- The state that the 69 migrations until 20261125110000_numbers_by_one_clock left, without what later migrations drop.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE alert_rule (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  trigger text NOT NULL,
  bands text[] DEFAULT ARRAY[]::text[],
  nps_at_most integer,
  csat_at_most integer,
  ces_at_most integer,
  stars_at_most integer,
  words text[] DEFAULT ARRAY[]::text[],
  survey_ids uuid[] DEFAULT ARRAY[]::uuid[],
  location_ids uuid[] DEFAULT ARRAY[]::uuid[],
  user_ids uuid[] DEFAULT ARRAY[]::uuid[],
  pause_minutes integer DEFAULT 0 NOT NULL,
  told_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  sms_user_ids uuid[] DEFAULT ARRAY[]::uuid[],
  CONSTRAINT alert_rule_bands_check CHECK ((bands <@ ARRAY['positive'::text, 'neutral'::text, 'negative'::text])),
  CONSTRAINT alert_rule_pause_check CHECK (((pause_minutes >= 0) AND (pause_minutes <= 1440))),
  CONSTRAINT alert_rule_trigger_check CHECK ((trigger = ANY (ARRAY['response'::text, 'review'::text])))
);

CREATE TABLE list_change (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  n bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  id uuid NOT NULL
);

CREATE TABLE list_total (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  total bigint DEFAULT 0 NOT NULL
);

CREATE TABLE response_tally (
  organization_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  dimension text NOT NULL,
  span text NOT NULL,
  day date NOT NULL,
  dimension_id uuid NOT NULL,
  responses integer DEFAULT 0 NOT NULL,
  positive integer DEFAULT 0 NOT NULL,
  neutral integer DEFAULT 0 NOT NULL,
  negative integer DEFAULT 0 NOT NULL,
  nps_0 integer DEFAULT 0 NOT NULL,
  nps_1 integer DEFAULT 0 NOT NULL,
  nps_2 integer DEFAULT 0 NOT NULL,
  nps_3 integer DEFAULT 0 NOT NULL,
  nps_4 integer DEFAULT 0 NOT NULL,
  nps_5 integer DEFAULT 0 NOT NULL,
  nps_6 integer DEFAULT 0 NOT NULL,
  nps_7 integer DEFAULT 0 NOT NULL,
  nps_8 integer DEFAULT 0 NOT NULL,
  nps_9 integer DEFAULT 0 NOT NULL,
  nps_10 integer DEFAULT 0 NOT NULL,
  csat_1 integer DEFAULT 0 NOT NULL,
  csat_2 integer DEFAULT 0 NOT NULL,
  csat_3 integer DEFAULT 0 NOT NULL,
  csat_4 integer DEFAULT 0 NOT NULL,
  csat_5 integer DEFAULT 0 NOT NULL,
  ces_1 integer DEFAULT 0 NOT NULL,
  ces_2 integer DEFAULT 0 NOT NULL,
  ces_3 integer DEFAULT 0 NOT NULL,
  ces_4 integer DEFAULT 0 NOT NULL,
  ces_5 integer DEFAULT 0 NOT NULL,
  ces_6 integer DEFAULT 0 NOT NULL,
  ces_7 integer DEFAULT 0 NOT NULL,
  delivered integer DEFAULT 0 NOT NULL,
  answered integer DEFAULT 0 NOT NULL,
  captured integer DEFAULT 0 NOT NULL
);

CREATE TABLE alert (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  subject_id uuid,
  state text DEFAULT 'waiting'::text NOT NULL,
  reason jsonb,
  notice_id uuid,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT alert_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);

CREATE TABLE alert_channel (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  kind text NOT NULL,
  address_encrypted text NOT NULL,
  hint text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT alert_channel_kind_check CHECK ((kind = ANY (ARRAY['slack'::text, 'teams'::text])))
);

CREATE TABLE alert_message (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  notice_id uuid NOT NULL,
  kind text NOT NULL,
  user_id uuid,
  channel_id uuid,
  name text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  reason jsonb,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  claimed_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  first_tried_at timestamp(3) with time zone,
  message_id text,
  CONSTRAINT alert_message_due_check CHECK (((next_attempt_at IS NULL) OR (state = 'waiting'::text))),
  CONSTRAINT alert_message_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'sms'::text, 'slack'::text, 'teams'::text]))),
  CONSTRAINT alert_message_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);

CREATE TABLE api_key (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  start text NOT NULL,
  "end" text NOT NULL,
  scopes text[],
  is_active boolean DEFAULT true NOT NULL,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_by_id uuid,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  hash_key_id text,
  previous_end text,
  previous_expires_at timestamp(3) with time zone,
  previous_hash bytea,
  previous_hash_key_id text,
  previous_last_used_at timestamp(3) with time zone,
  previous_start text,
  rotated_at timestamp(3) with time zone,
  CONSTRAINT api_key_previous_ends_check CHECK (((previous_hash IS NULL) OR (previous_expires_at IS NOT NULL)))
);

CREATE TABLE api_request (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status smallint NOT NULL,
  duration_ms integer NOT NULL,
  times integer DEFAULT 1 NOT NULL,
  with_previous boolean DEFAULT false NOT NULL,
  created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE asked_survey (
  organization_id uuid NOT NULL,
  sending_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  location_id uuid,
  employee_id uuid,
  delivered_at timestamp(3) with time zone,
  captured_at timestamp(3) with time zone,
  is_answered boolean DEFAULT false NOT NULL
);

CREATE TABLE audit_event (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  action text NOT NULL,
  actor_type text NOT NULL,
  actor_id uuid,
  actor_name text,
  record_type text,
  record_id uuid,
  record_name text,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL,
  address text,
  request_id text,
  created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE authenticator_app (
  user_id uuid NOT NULL,
  secret_encrypted text NOT NULL,
  confirmed_at timestamp(3) with time zone,
  last_step integer,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  id uuid NOT NULL
);

CREATE TABLE captured_message (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  channel text NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  subject text,
  text text NOT NULL,
  html text,
  headers jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  contact_id uuid,
  visible_to text DEFAULT 'member'::text NOT NULL,
  user_id uuid,
  named_contact_ids uuid[] DEFAULT ARRAY[]::uuid[],
  CONSTRAINT captured_message_visible_to_check CHECK ((visible_to = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
);

CREATE TABLE contact (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text,
  phone text,
  title text,
  preferred_language text,
  location_id uuid,
  contact_organization_id uuid,
  custom_fields jsonb DEFAULT '{}'::jsonb NOT NULL,
  tags text[] DEFAULT ARRAY[]::text[],
  unsubscribed boolean DEFAULT false NOT NULL,
  opted_out_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT contact_language_check CHECK ((preferred_language = ANY (ARRAY['en'::text, 'fr'::text])))
);

CREATE TABLE contact_organization (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  merged_into_id uuid,
  removal_due_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  CONSTRAINT contact_organization_removal_check CHECK (((removed_at IS NOT NULL) OR ((merged_into_id IS NULL) AND (removal_due_at IS NULL))))
);

CREATE TABLE contact_search_total (
  organization_id uuid NOT NULL,
  patterns text[] NOT NULL,
  total bigint,
  counted_at timestamp(3) with time zone NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  noted_from xid8
);

CREATE TABLE daily_use (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  allowed integer,
  used integer DEFAULT 0 NOT NULL,
  accepted integer DEFAULT 0 NOT NULL,
  bounced integer DEFAULT 0 NOT NULL,
  complained integer DEFAULT 0 NOT NULL
);

CREATE TABLE digest (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  week date NOT NULL,
  is_preview boolean DEFAULT false NOT NULL,
  figures jsonb,
  response_ids uuid[] DEFAULT ARRAY[]::uuid[],
  sends_until timestamp(3) with time zone,
  reason text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT digest_told_check CHECK (((figures IS NULL) = (reason IS NOT NULL))),
  CONSTRAINT digest_week_check CHECK ((EXTRACT(isodow FROM week) = (1)::numeric))
);

CREATE TABLE digest_mail (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  digest_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  reason jsonb,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT digest_mail_reason_check CHECK (((reason IS NULL) OR (((reason ->> 'code'::text) IS NOT NULL) AND (jsonb_typeof((reason -> 'values'::text)) = 'object'::text)))),
  CONSTRAINT digest_mail_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);

CREATE TABLE email_change (
  user_id uuid NOT NULL,
  email text NOT NULL,
  from_confirmed_at timestamp(3) with time zone,
  to_confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL
);

CREATE TABLE email_verification (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  purpose text DEFAULT 'verification'::text NOT NULL,
  about_id uuid
);

CREATE TABLE employee (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  email text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  merged_into_id uuid,
  removal_due_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  CONSTRAINT employee_removal_check CHECK (((removed_at IS NOT NULL) OR ((merged_into_id IS NULL) AND (removal_due_at IS NULL))))
);

CREATE TABLE idempotent_answer (
  organization_id uuid NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer,
  body text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  api_key_id uuid NOT NULL
);

CREATE TABLE identity (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  provider text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE installation (
  id boolean DEFAULT true NOT NULL,
  home_organization_id uuid,
  CONSTRAINT installation_one_row_check CHECK (id)
);

CREATE TABLE invitation (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  language text NOT NULL,
  invited_by_id uuid,
  invited_by_name text,
  expires_at timestamp(3) with time zone NOT NULL,
  accepted_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);

CREATE TABLE job_pulse (
  job text NOT NULL,
  at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE job_wake (
  organization_id uuid NOT NULL,
  job text NOT NULL,
  queued_at timestamp(3) with time zone,
  timer_at timestamp(3) with time zone
);

CREATE TABLE list_mark (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  id uuid NOT NULL,
  n bigint NOT NULL
)
WITH (fillfactor='80');

CREATE TABLE location (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  time_zone text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  merged_into_id uuid,
  removal_due_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  CONSTRAINT location_removal_check CHECK (((removed_at IS NOT NULL) OR ((merged_into_id IS NULL) AND (removal_due_at IS NULL))))
);

CREATE TABLE membership (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  role text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_seen_at timestamp(3) with time zone,
  link_id uuid DEFAULT gen_random_uuid() NOT NULL,
  weekly_digest boolean,
  CONSTRAINT membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
);

CREATE TABLE organization (
  id uuid NOT NULL,
  name text NOT NULL,
  demo boolean DEFAULT false NOT NULL,
  default_language text DEFAULT 'en'::text NOT NULL,
  default_country text DEFAULT 'US'::text NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  brand_color text,
  throttle_days integer,
  quiet_hours_start integer,
  quiet_hours_end integer,
  rate_limit_per_minute integer,
  rate_limit_per_hour integer,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  verified_at timestamp(3) with time zone,
  suspended_at timestamp(3) with time zone,
  suspension_reason text,
  quota_earned boolean DEFAULT true NOT NULL,
  quota_per_day integer,
  review_links jsonb DEFAULT '[]'::jsonb NOT NULL,
  shows_review_links boolean DEFAULT false NOT NULL,
  asks_second_factor boolean DEFAULT false NOT NULL,
  deletes_at timestamp(3) with time zone,
  deletion_began_at timestamp(3) with time zone,
  digest_week date DEFAULT ((date_trunc('week'::text, (now() AT TIME ZONE 'UTC'::text)))::date - 7) NOT NULL,
  CONSTRAINT organization_id_check CHECK ((id <> '00000000-0000-0000-0000-000000000000'::uuid)),
  CONSTRAINT organization_language_check CHECK ((default_language = ANY (ARRAY['en'::text, 'fr'::text]))),
  CONSTRAINT organization_quiet_hours_check CHECK (((quiet_hours_start IS NULL) = (quiet_hours_end IS NULL)))
);

CREATE TABLE passkey (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  is_synced boolean NOT NULL,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE phone_change (
  user_id uuid NOT NULL,
  phone text NOT NULL,
  code_hash bytea NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  sent boolean DEFAULT false NOT NULL
);

CREATE UNLOGGED TABLE rate_window (
  organization_id uuid NOT NULL,
  minute_slot bigint NOT NULL,
  minute_total integer NOT NULL,
  minute_counts integer[] NOT NULL,
  hour_slot bigint NOT NULL,
  hour_total integer NOT NULL,
  hour_counts integer[] NOT NULL
)
WITH (fillfactor='50');
ALTER TABLE ONLY rate_window ALTER COLUMN minute_counts SET STORAGE PLAIN;
ALTER TABLE ONLY rate_window ALTER COLUMN hour_counts SET STORAGE PLAIN;

CREATE TABLE recovery_code (
  code_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE removed_review (
  organization_id uuid NOT NULL,
  source text NOT NULL,
  external_id text NOT NULL,
  review_id uuid NOT NULL,
  removed_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE reply_template (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  texts jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  kind text DEFAULT 'review'::text NOT NULL
);

CREATE TABLE response (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  sending_id uuid,
  sending_step_id uuid,
  sequence_id uuid,
  location_id uuid,
  employee_id uuid,
  status text NOT NULL,
  language text NOT NULL,
  answers jsonb DEFAULT '[]'::jsonb NOT NULL,
  nps_score integer,
  csat_score integer,
  ces_score integer,
  rating integer,
  is_promoter boolean DEFAULT false NOT NULL,
  is_detractor boolean DEFAULT false NOT NULL,
  band text,
  submitted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  assignee_id uuid,
  case_state text,
  due_on date,
  reminded_on date,
  CONSTRAINT response_band_check CHECK ((band = ANY (ARRAY['positive'::text, 'neutral'::text, 'negative'::text]))),
  CONSTRAINT response_scores_check CHECK ((((nps_score >= 0) AND (nps_score <= 10)) AND ((csat_score >= 1) AND (csat_score <= 5)) AND ((ces_score >= 1) AND (ces_score <= 7)))),
  CONSTRAINT response_status_check CHECK ((status = ANY (ARRAY['partial'::text, 'completed'::text])))
);

CREATE TABLE response_change (
  id bigint NOT NULL,
  organization_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  survey_id uuid NOT NULL,
  location_id uuid,
  employee_id uuid,
  nps_score integer,
  csat_score integer,
  ces_score integer,
  band text,
  n integer NOT NULL,
  delivered integer DEFAULT 0 NOT NULL,
  answered integer DEFAULT 0 NOT NULL,
  captured integer DEFAULT 0 NOT NULL
);

CREATE TABLE response_event (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  response_id uuid NOT NULL,
  kind text NOT NULL,
  actor_id uuid,
  actor_name text,
  value text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE response_note (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  response_id uuid NOT NULL,
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE response_reply (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  response_id uuid NOT NULL,
  draft_id uuid NOT NULL,
  author_id uuid NOT NULL,
  author_name text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  recipient text NOT NULL,
  status text DEFAULT 'waiting'::text NOT NULL,
  reason jsonb,
  message_id text,
  moved_case boolean DEFAULT false NOT NULL,
  sent_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT response_reply_reason_check CHECK (((reason IS NULL) OR (((reason ->> 'code'::text) IS NOT NULL) AND (jsonb_typeof((reason -> 'values'::text)) = 'object'::text)))),
  CONSTRAINT response_reply_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'captured'::text, 'failed'::text])))
);

CREATE TABLE response_tag (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE response_tagging (
  organization_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  response_id uuid NOT NULL,
  answered_at timestamp(3) with time zone,
  ces_score integer,
  csat_score integer,
  nps_score integer,
  survey_id uuid,
  giving_id uuid
);

CREATE TABLE response_tally_clock (
  organization_id uuid NOT NULL,
  time_zone text NOT NULL
);

CREATE TABLE review (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  source text NOT NULL,
  external_id text NOT NULL,
  location_id uuid,
  contact_id uuid,
  author_name text,
  rating integer NOT NULL,
  text text DEFAULT ''::text NOT NULL,
  published_at timestamp(3) with time zone NOT NULL,
  reply_text text,
  responded_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  edited_at timestamp(6) with time zone,
  reply_claim_id uuid,
  reply_claimed_at timestamp(3) with time zone,
  reply_due_at timestamp(3) with time zone,
  reply_reason jsonb,
  reply_sent_version integer DEFAULT 0 NOT NULL,
  reply_settled_at timestamp(3) with time zone,
  reply_state text,
  reply_tries integer DEFAULT 0 NOT NULL,
  reply_version integer DEFAULT 0 NOT NULL,
  seen_at timestamp(3) with time zone,
  source_id uuid,
  url text,
  CONSTRAINT review_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT review_reply_check CHECK (((reply_text IS NULL) = (responded_at IS NULL))),
  CONSTRAINT review_reply_state_check CHECK ((reply_state = ANY (ARRAY['sending'::text, 'live'::text, 'pending'::text, 'rejected'::text, 'failed'::text, 'local'::text, 'removing'::text])))
);

CREATE TABLE review_consent (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  source_id uuid,
  state_hash text NOT NULL,
  verifier_encrypted text,
  credentials_encrypted text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE review_event (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  review_id uuid NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  kind text NOT NULL,
  "values" jsonb DEFAULT '{}'::jsonb NOT NULL,
  user_id uuid
);

CREATE TABLE review_reply_tally (
  organization_id uuid NOT NULL,
  month date NOT NULL,
  source text NOT NULL,
  location_id uuid NOT NULL,
  bucket smallint NOT NULL,
  n integer NOT NULL
);

CREATE TABLE review_source (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  site text NOT NULL,
  name text NOT NULL,
  config jsonb DEFAULT '{}'::jsonb NOT NULL,
  credentials_encrypted text,
  status text DEFAULT 'connected'::text NOT NULL,
  announces_history boolean DEFAULT true NOT NULL,
  imported_at timestamp(3) with time zone,
  total integer,
  walk jsonb,
  watermark timestamp(6) with time zone,
  next_sync_at timestamp(3) with time zone,
  next_sweep_at timestamp(3) with time zone,
  claim_id uuid,
  claimed_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone,
  swept_at timestamp(3) with time zone,
  failure jsonb,
  failed_at timestamp(3) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT review_source_due_check CHECK (((next_sync_at IS NULL) OR (status = ANY (ARRAY['connected'::text, 'removing'::text])))),
  CONSTRAINT review_source_kind_check CHECK ((kind = ANY (ARRAY['google'::text, 'trustpilot'::text, 'feed'::text, 'sandbox'::text]))),
  CONSTRAINT review_source_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'reconnect'::text, 'disconnected'::text, 'removing'::text])))
);

CREATE TABLE review_tally (
  organization_id uuid NOT NULL,
  month date NOT NULL,
  source text NOT NULL,
  location_id uuid NOT NULL,
  rating smallint NOT NULL,
  reply text NOT NULL,
  n integer NOT NULL
);

CREATE TABLE sandbox_review (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  author text NOT NULL,
  rating integer NOT NULL,
  text text NOT NULL,
  location_id uuid,
  published_at timestamp(3) with time zone NOT NULL,
  edited_at timestamp(3) with time zone,
  changed_at timestamp(3) with time zone NOT NULL,
  removed_at timestamp(3) with time zone,
  reply_text text,
  replied_at timestamp(3) with time zone,
  reply_state text,
  reply_reason text,
  CONSTRAINT sandbox_review_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT sandbox_review_reply_state_check CHECK ((reply_state = ANY (ARRAY['live'::text, 'pending'::text, 'rejected'::text])))
);

CREATE TABLE sandbox_site (
  organization_id uuid NOT NULL,
  behaviour jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE saved_view (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE sending (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  sequence_id uuid,
  survey_id uuid,
  contact_id uuid NOT NULL,
  email text NOT NULL,
  location_id uuid,
  employee_id uuid,
  status text DEFAULT 'queued'::text NOT NULL,
  reason text,
  anchor_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  why jsonb,
  CONSTRAINT sending_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'cancelled'::text, 'failed'::text]))),
  CONSTRAINT sending_why_check CHECK (((why IS NULL) OR (((why ->> 'code'::text) IS NOT NULL) AND (jsonb_typeof((why -> 'values'::text)) = 'object'::text))))
);

CREATE TABLE sending_step (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  sending_id uuid NOT NULL,
  step_id uuid NOT NULL,
  "position" integer NOT NULL,
  type text NOT NULL,
  survey_id uuid,
  status text NOT NULL,
  reason text,
  channel text,
  recipient text,
  claimed_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  message_id text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  first_tried_at timestamp(3) with time zone,
  captured_at timestamp(3) with time zone,
  why jsonb,
  CONSTRAINT sending_step_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'captured'::text, 'sent'::text, 'delivered'::text, 'bounced'::text, 'opened'::text, 'answered'::text, 'skipped'::text, 'failed'::text, 'completed'::text]))),
  CONSTRAINT sending_step_why_check CHECK (((why IS NULL) OR (((why ->> 'code'::text) IS NOT NULL) AND (jsonb_typeof((why -> 'values'::text)) = 'object'::text))))
);

CREATE TABLE sequence (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  status text DEFAULT 'draft'::text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  pause_reason text,
  CONSTRAINT sequence_pause_reason_check CHECK ((pause_reason = 'texts'::text)),
  CONSTRAINT sequence_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'archived'::text])))
);

CREATE TABLE sequence_revision (
  organization_id uuid NOT NULL,
  sequence_id uuid NOT NULL,
  after_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
  includes_waiting boolean DEFAULT false NOT NULL,
  cancel_reason text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE sequence_step (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  sequence_id uuid NOT NULL,
  "position" integer NOT NULL,
  type text NOT NULL,
  delay integer DEFAULT 0 NOT NULL,
  survey_id uuid,
  subject jsonb,
  body jsonb,
  webhook_url text,
  condition text DEFAULT 'always'::text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sequence_step_condition_check CHECK ((condition = ANY (ARRAY['always'::text, 'not_answered'::text, 'answered'::text, 'positive'::text, 'neutral'::text, 'negative'::text]))),
  CONSTRAINT sequence_step_delay_check CHECK (((delay >= 0) AND (delay <= 31536000))),
  CONSTRAINT sequence_step_type_check CHECK ((type = ANY (ARRAY['survey'::text, 'email'::text, 'sms'::text, 'wait'::text])))
);

CREATE TABLE session (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  organization_id uuid,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  user_agent text,
  address text,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE sign_in_step (
  token_hash bytea NOT NULL,
  purpose text NOT NULL,
  user_id uuid,
  challenge text,
  tries integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  details jsonb
);

CREATE TABLE suppression (
  organization_id uuid NOT NULL,
  email_hash bytea NOT NULL,
  reason text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  hash_key_id text
);

CREATE TABLE survey (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  status text DEFAULT 'active'::text NOT NULL,
  questions jsonb DEFAULT '[]'::jsonb NOT NULL,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT survey_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text]))),
  CONSTRAINT survey_type_check CHECK ((type = ANY (ARRAY['nps'::text, 'csat'::text, 'ces'::text, 'custom'::text])))
);

CREATE TABLE system_email (
  id uuid NOT NULL,
  kind text NOT NULL,
  organization_id uuid,
  user_id uuid,
  address text,
  language text,
  about_id uuid,
  "values" jsonb DEFAULT '{}'::jsonb NOT NULL,
  group_key text,
  count integer DEFAULT 1 NOT NULL,
  told_count integer DEFAULT 0 NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  claimed_at timestamp(3) with time zone,
  first_tried_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  reason jsonb,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT system_email_reason_check CHECK (((reason IS NULL) OR (((reason ->> 'code'::text) IS NOT NULL) AND (jsonb_typeof((reason -> 'values'::text)) = 'object'::text)))),
  CONSTRAINT system_email_recipient_check CHECK (((user_id IS NOT NULL) OR (address IS NOT NULL)))
);

CREATE UNLOGGED TABLE throttle_count (
  bucket bytea NOT NULL,
  count integer NOT NULL,
  resets_at timestamp(3) with time zone NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE "user" (
  id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  email_verified_at timestamp(3) with time zone,
  language text DEFAULT 'en'::text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  interface_language text,
  theme text,
  deletes_at timestamp(3) with time zone,
  phone text,
  phone_reached boolean DEFAULT false NOT NULL
);

CREATE TABLE visit (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  new_since timestamp(3) with time zone NOT NULL,
  seen_until timestamp(3) with time zone NOT NULL,
  active_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE webhook_attempt (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  attempt integer NOT NULL,
  http_status_code integer,
  success boolean DEFAULT false NOT NULL,
  dead_letter boolean DEFAULT false NOT NULL,
  error text,
  duration_ms integer,
  response_body text,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  finished_at timestamp(3) with time zone,
  signature text,
  CONSTRAINT webhook_attempt_number_check CHECK (((attempt >= 1) AND (attempt <= 5)))
);

CREATE TABLE webhook_delivery (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  subscription_id uuid NOT NULL,
  kind text NOT NULL,
  body text NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  dead_letter boolean DEFAULT false NOT NULL,
  next_attempt_at timestamp(3) with time zone,
  reason text,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  resend_of_id uuid,
  is_test boolean DEFAULT false NOT NULL,
  CONSTRAINT webhook_delivery_attempts_check CHECK (((attempt_count >= 0) AND (attempt_count <= 5))),
  CONSTRAINT webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE webhook_subscription (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  hook_url text NOT NULL,
  trigger_types text[],
  secret_encrypted text NOT NULL,
  previous_secret_encrypted text,
  previous_secret_until timestamp(3) with time zone,
  active boolean DEFAULT true NOT NULL,
  deactivated_at timestamp(3) with time zone,
  owner_key_id uuid,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL
);

CREATE SEQUENCE response_change_id_seq
  START WITH 1
  INCREMENT BY 1
  NO MINVALUE
  NO MAXVALUE
  CACHE 1;

ALTER SEQUENCE response_change_id_seq OWNED BY response_change.id;

ALTER TABLE ONLY response_change ALTER COLUMN id SET DEFAULT nextval('response_change_id_seq'::regclass);

ALTER TABLE alert_channel ADD CONSTRAINT alert_channel_pkey PRIMARY KEY (id);
ALTER TABLE alert_message ADD CONSTRAINT alert_message_pkey PRIMARY KEY (id);
ALTER TABLE alert ADD CONSTRAINT alert_pkey PRIMARY KEY (id);
ALTER TABLE alert_rule ADD CONSTRAINT alert_rule_pkey PRIMARY KEY (id);
ALTER TABLE api_key ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE api_request ADD CONSTRAINT api_request_pkey PRIMARY KEY (id);
ALTER TABLE asked_survey ADD CONSTRAINT asked_survey_pkey PRIMARY KEY (organization_id, sending_id, survey_id);
ALTER TABLE audit_event ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE authenticator_app ADD CONSTRAINT authenticator_app_pkey PRIMARY KEY (user_id);
ALTER TABLE captured_message ADD CONSTRAINT captured_message_pkey PRIMARY KEY (id);
ALTER TABLE contact_organization ADD CONSTRAINT contact_organization_pkey PRIMARY KEY (id);
ALTER TABLE contact ADD CONSTRAINT contact_pkey PRIMARY KEY (id);
ALTER TABLE contact_search_total ADD CONSTRAINT contact_search_total_pkey PRIMARY KEY (organization_id, patterns);
ALTER TABLE daily_use ADD CONSTRAINT daily_use_pkey PRIMARY KEY (organization_id, day);
ALTER TABLE digest_mail ADD CONSTRAINT digest_mail_pkey PRIMARY KEY (id);
ALTER TABLE digest ADD CONSTRAINT digest_pkey PRIMARY KEY (id);
ALTER TABLE email_change ADD CONSTRAINT email_change_pkey PRIMARY KEY (user_id);
ALTER TABLE email_verification ADD CONSTRAINT email_verification_pkey PRIMARY KEY (token_hash);
ALTER TABLE employee ADD CONSTRAINT employee_pkey PRIMARY KEY (id);
ALTER TABLE idempotent_answer ADD CONSTRAINT idempotent_answer_pkey PRIMARY KEY (organization_id, api_key_id, key);
ALTER TABLE identity ADD CONSTRAINT identity_pkey PRIMARY KEY (id);
ALTER TABLE installation ADD CONSTRAINT installation_pkey PRIMARY KEY (id);
ALTER TABLE invitation ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);
ALTER TABLE job_pulse ADD CONSTRAINT job_pulse_pkey PRIMARY KEY (job);
ALTER TABLE job_wake ADD CONSTRAINT job_wake_pkey PRIMARY KEY (organization_id, job);
ALTER TABLE list_mark ADD CONSTRAINT list_mark_pkey PRIMARY KEY (organization_id, list, created_at, id);
ALTER TABLE list_total ADD CONSTRAINT list_total_pkey PRIMARY KEY (organization_id, list);
ALTER TABLE location ADD CONSTRAINT location_pkey PRIMARY KEY (id);
ALTER TABLE membership ADD CONSTRAINT membership_pkey PRIMARY KEY (organization_id, user_id);
ALTER TABLE organization ADD CONSTRAINT organization_pkey PRIMARY KEY (id);
ALTER TABLE passkey ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE phone_change ADD CONSTRAINT phone_change_pkey PRIMARY KEY (user_id);
ALTER TABLE rate_window ADD CONSTRAINT rate_window_pkey PRIMARY KEY (organization_id);
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE removed_review ADD CONSTRAINT removed_review_pkey PRIMARY KEY (organization_id, source, external_id);
ALTER TABLE reply_template ADD CONSTRAINT reply_template_pkey PRIMARY KEY (id);
ALTER TABLE response_change ADD CONSTRAINT response_change_pkey PRIMARY KEY (id);
ALTER TABLE response_event ADD CONSTRAINT response_event_pkey PRIMARY KEY (id);
ALTER TABLE response_note ADD CONSTRAINT response_note_pkey PRIMARY KEY (id);
ALTER TABLE response ADD CONSTRAINT response_pkey PRIMARY KEY (id);
ALTER TABLE response_reply ADD CONSTRAINT response_reply_pkey PRIMARY KEY (id);
ALTER TABLE response_tag ADD CONSTRAINT response_tag_pkey PRIMARY KEY (id);
ALTER TABLE response_tagging ADD CONSTRAINT response_tagging_pkey PRIMARY KEY (organization_id, tag_id, response_id);
ALTER TABLE response_tally_clock ADD CONSTRAINT response_tally_clock_pkey PRIMARY KEY (organization_id);
ALTER TABLE response_tally ADD CONSTRAINT response_tally_pkey PRIMARY KEY (organization_id, survey_id, dimension, span, day, dimension_id);
ALTER TABLE review_consent ADD CONSTRAINT review_consent_pkey PRIMARY KEY (id);
ALTER TABLE review_event ADD CONSTRAINT review_event_pkey PRIMARY KEY (id);
ALTER TABLE review ADD CONSTRAINT review_pkey PRIMARY KEY (id);
ALTER TABLE review_reply_tally ADD CONSTRAINT review_reply_tally_pkey PRIMARY KEY (organization_id, month, source, location_id, bucket);
ALTER TABLE review_source ADD CONSTRAINT review_source_pkey PRIMARY KEY (id);
ALTER TABLE review_tally ADD CONSTRAINT review_tally_pkey PRIMARY KEY (organization_id, month, source, location_id, rating, reply);
ALTER TABLE sandbox_review ADD CONSTRAINT sandbox_review_pkey PRIMARY KEY (id);
ALTER TABLE sandbox_site ADD CONSTRAINT sandbox_site_pkey PRIMARY KEY (organization_id);
ALTER TABLE saved_view ADD CONSTRAINT saved_view_pkey PRIMARY KEY (id);
ALTER TABLE sending ADD CONSTRAINT sending_pkey PRIMARY KEY (id);
ALTER TABLE sending_step ADD CONSTRAINT sending_step_pkey PRIMARY KEY (id);
ALTER TABLE sequence ADD CONSTRAINT sequence_pkey PRIMARY KEY (id);
ALTER TABLE sequence_revision ADD CONSTRAINT sequence_revision_pkey PRIMARY KEY (organization_id, sequence_id);
ALTER TABLE sequence_step ADD CONSTRAINT sequence_step_pkey PRIMARY KEY (id);
ALTER TABLE session ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE sign_in_step ADD CONSTRAINT sign_in_step_pkey PRIMARY KEY (token_hash);
ALTER TABLE suppression ADD CONSTRAINT suppression_pkey PRIMARY KEY (organization_id, email_hash, reason);
ALTER TABLE survey ADD CONSTRAINT survey_pkey PRIMARY KEY (id);
ALTER TABLE system_email ADD CONSTRAINT system_email_pkey PRIMARY KEY (id);
ALTER TABLE throttle_count ADD CONSTRAINT throttle_count_pkey PRIMARY KEY (bucket);
ALTER TABLE "user" ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE visit ADD CONSTRAINT visit_pkey PRIMARY KEY (organization_id, user_id);
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (id);
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);
ALTER TABLE webhook_subscription ADD CONSTRAINT webhook_subscription_pkey PRIMARY KEY (id);

CREATE OR REPLACE FUNCTION known_time_zone(p_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_name = 'UTC' THEN RETURN p_name; END IF;
  IF p_name NOT LIKE '%/%' AND (p_name !~ '^[A-Za-z]' OR EXISTS (SELECT FROM pg_timezone_abbrevs WHERE abbrev = upper(p_name)))
  THEN RETURN 'UTC'; END IF;
  PERFORM '2000-01-01'::timestamptz AT TIME ZONE p_name;
  RETURN p_name;
EXCEPTION WHEN invalid_parameter_value THEN RETURN 'UTC';
END $$;

CREATE OR REPLACE FUNCTION response_tally_cells(p_organization_id uuid, p_changes text) RETURNS SETOF response_tally LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($q$
    WITH changes AS (%s), clock AS MATERIALIZED (
      SELECT known_time_zone(coalesce(k.time_zone, o.time_zone)) AS zone FROM organization o
      LEFT JOIN response_tally_clock k ON k.organization_id = o.id WHERE o.id = $1)
    SELECT $1, s.id, d.dimension, p.span, p.day, d.id,
      coalesce(sum(b.n), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'positive'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'neutral'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.band = 'negative'), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 0), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 6), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 7), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 8), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 9), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.nps_score = 10), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.csat_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 1), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 2), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 3), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 4), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 5), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 6), 0)::int,
      coalesce(sum(b.n) FILTER (WHERE b.ces_score = 7), 0)::int,
      coalesce(sum(b.delivered), 0)::int,
      coalesce(sum(b.answered), 0)::int,
      coalesce(sum(b.captured), 0)::int
    FROM (SELECT changes.*, (at AT TIME ZONE zone)::date AS day, '00000000-0000-0000-0000-000000000000'::uuid AS zeros
        FROM changes, clock) b
      CROSS JOIN LATERAL (VALUES (b.survey_id), (b.zeros)) s(id)
      CROSS JOIN LATERAL (VALUES ('all', b.zeros), ('location', coalesce(b.location_id, b.zeros)),
        ('employee', coalesce(b.employee_id, b.zeros))) d(dimension, id)
      CROSS JOIN LATERAL (VALUES ('day', b.day), ('month', date_trunc('month', b.day)::date)) p(span, day)
    GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
  $q$, p_changes) USING p_organization_id;
END $$;

CREATE OR REPLACE FUNCTION add_to_response_tally(p_organization_id uuid, p_changes text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_tally_clock (organization_id, time_zone)
  SELECT id, known_time_zone(time_zone) FROM organization WHERE id = p_organization_id ON CONFLICT DO NOTHING;
  INSERT INTO response_tally AS t SELECT * FROM response_tally_cells(p_organization_id, p_changes)
  ON CONFLICT (organization_id, survey_id, dimension, span, day, dimension_id) DO UPDATE SET
    responses = t.responses + excluded.responses, positive = t.positive + excluded.positive, neutral = t.neutral + excluded.neutral, negative = t.negative + excluded.negative, nps_0 = t.nps_0 + excluded.nps_0, nps_1 = t.nps_1 + excluded.nps_1, nps_2 = t.nps_2 + excluded.nps_2, nps_3 = t.nps_3 + excluded.nps_3, nps_4 = t.nps_4 + excluded.nps_4, nps_5 = t.nps_5 + excluded.nps_5, nps_6 = t.nps_6 + excluded.nps_6, nps_7 = t.nps_7 + excluded.nps_7, nps_8 = t.nps_8 + excluded.nps_8, nps_9 = t.nps_9 + excluded.nps_9, nps_10 = t.nps_10 + excluded.nps_10, csat_1 = t.csat_1 + excluded.csat_1, csat_2 = t.csat_2 + excluded.csat_2, csat_3 = t.csat_3 + excluded.csat_3, csat_4 = t.csat_4 + excluded.csat_4, csat_5 = t.csat_5 + excluded.csat_5, ces_1 = t.ces_1 + excluded.ces_1, ces_2 = t.ces_2 + excluded.ces_2, ces_3 = t.ces_3 + excluded.ces_3, ces_4 = t.ces_4 + excluded.ces_4, ces_5 = t.ces_5 + excluded.ces_5, ces_6 = t.ces_6 + excluded.ces_6, ces_7 = t.ces_7 + excluded.ces_7, delivered = t.delivered + excluded.delivered, answered = t.answered + excluded.answered, captured = t.captured + excluded.captured;
END $$;

CREATE OR REPLACE FUNCTION admit_api_request(p_hashes bytea[], p_key_id text, p_per_minute integer, p_per_hour integer)
RETURNS TABLE (
  organization_id uuid, api_key_id uuid, key_name text, scopes text[], is_active boolean, is_expired boolean, admitted boolean,
  minute_limit integer, minute_left integer, minute_reset integer, hour_limit integer, hour_left integer, hour_reset integer, retry_after integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_expires_at timestamptz;
  v_last_used_at timestamptz;
  v_key_id text;
  at_epoch double precision;
  m bigint;
  h bigint;
  m_last bigint;
  h_last bigint;
  m_total integer;
  h_total integer;
  m_counts integer[];
  h_counts integer[];
  i integer;
  v_is_previous boolean := false;
BEGIN
  SELECT a.id, a.organization_id, a.name, a.scopes, a.is_active, a.expires_at, a.last_used_at, a.hash_key_id,
         coalesce(o.rate_limit_per_minute, p_per_minute), coalesce(o.rate_limit_per_hour, p_per_hour)
    INTO api_key_id, organization_id, key_name, scopes, is_active, v_expires_at, v_last_used_at, v_key_id, minute_limit, hour_limit
    FROM api_key a JOIN organization o ON o.id = a.organization_id WHERE a.hash = ANY (p_hashes);
  IF NOT FOUND THEN
    v_is_previous := true;
    -- A secret only ever moves from here to there: who looks in this order misses none that is moved meanwhile.
    SELECT a.id, a.organization_id, a.name, a.scopes, a.is_active, least(a.expires_at, a.previous_expires_at), a.previous_last_used_at,
           a.previous_hash_key_id, coalesce(o.rate_limit_per_minute, p_per_minute), coalesce(o.rate_limit_per_hour, p_per_hour)
      INTO api_key_id, organization_id, key_name, scopes, is_active, v_expires_at, v_last_used_at, v_key_id, minute_limit, hour_limit
      FROM api_key a JOIN organization o ON o.id = a.organization_id WHERE a.previous_hash = ANY (p_hashes);
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  is_expired := v_expires_at IS NOT NULL AND v_expires_at <= clock_timestamp();
  admitted := false;
  IF NOT is_active OR is_expired THEN RETURN NEXT; RETURN; END IF;

  LOOP
    SELECT r.minute_slot, r.minute_total, r.minute_counts, r.hour_slot, r.hour_total, r.hour_counts
      INTO m_last, m_total, m_counts, h_last, h_total, h_counts
      FROM rate_window r WHERE r.organization_id = admit_api_request.organization_id FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_window VALUES (admit_api_request.organization_id, 0, 0, array_fill(0, ARRAY[241]), 0, 0, array_fill(0, ARRAY[241]))
      ON CONFLICT DO NOTHING;
  END LOOP;
  -- The clock is read under the lock: time never runs backwards within one organization.
  at_epoch := extract(epoch FROM clock_timestamp());
  m := greatest(floor(at_epoch * 4)::bigint, m_last);
  h := greatest(floor(at_epoch / 15)::bigint, h_last);

  -- Slots that the window has left are emptied.
  IF m - m_last >= 241 THEN
    m_counts := array_fill(0, ARRAY[241]);
    m_total := 0;
  ELSE
    FOR ahead IN 1 .. (m - m_last)::integer LOOP
      i := ((m_last + ahead) % 241)::integer + 1;
      IF m_counts[i] > 0 THEN
        m_total := m_total - m_counts[i];
        m_counts[i] := 0;
      END IF;
    END LOOP;
  END IF;
  IF h - h_last >= 241 THEN
    h_counts := array_fill(0, ARRAY[241]);
    h_total := 0;
  ELSE
    FOR ahead IN 1 .. (h - h_last)::integer LOOP
      i := ((h_last + ahead) % 241)::integer + 1;
      IF h_counts[i] > 0 THEN
        h_total := h_total - h_counts[i];
        h_counts[i] := 0;
      END IF;
    END LOOP;
  END IF;

  admitted := m_total < minute_limit AND h_total < hour_limit;
  IF admitted THEN
    i := (m % 241)::integer + 1;
    m_counts[i] := m_counts[i] + 1;
    i := (h % 241)::integer + 1;
    h_counts[i] := h_counts[i] + 1;
    m_total := m_total + 1;
    h_total := h_total + 1;
    UPDATE rate_window r SET minute_slot = m, minute_total = m_total, minute_counts = m_counts, hour_slot = h, hour_total = h_total, hour_counts = h_counts
      WHERE r.organization_id = admit_api_request.organization_id;
    IF v_last_used_at IS NULL OR v_last_used_at < clock_timestamp() - interval '1 minute' OR v_key_id IS DISTINCT FROM p_key_id THEN
      -- Only where it still stands there: a rotation may have come between.
      IF v_is_previous THEN
        UPDATE api_key a SET previous_last_used_at = clock_timestamp(), previous_hash = p_hashes[1], previous_hash_key_id = p_key_id
          WHERE a.id = api_key_id AND a.previous_hash = ANY (p_hashes);
      ELSE
        UPDATE api_key a SET last_used_at = clock_timestamp(), hash = p_hashes[1], hash_key_id = p_key_id
          WHERE a.id = api_key_id AND a.hash = ANY (p_hashes);
      END IF;
    END IF;
  END IF;

  minute_left := greatest(minute_limit - m_total, 0);
  hour_left := greatest(hour_limit - h_total, 0);
  -- A slot ends at (slot + 1) × width and leaves the window one window length later: what is counted now is gone by then.
  minute_reset := ceil((m + 241) / 4.0 - at_epoch)::integer;
  hour_reset := ceil((h + 241) * 15.0 - at_epoch)::integer;
  retry_after := 0;
  IF NOT admitted THEN
    -- When the oldest counted slot of each full window leaves it.
    IF minute_left = 0 THEN
      FOR age IN REVERSE 240 .. 0 LOOP
        IF m_counts[((m - age) % 241)::integer + 1] > 0 THEN
          retry_after := ceil((m + 241 - age) / 4.0 - at_epoch)::integer;
          EXIT;
        END IF;
      END LOOP;
    END IF;
    IF hour_left = 0 THEN
      FOR age IN REVERSE 240 .. 0 LOOP
        IF h_counts[((h - age) % 241)::integer + 1] > 0 THEN
          retry_after := greatest(retry_after, ceil((h + 241 - age) * 15.0 - at_epoch)::integer);
          EXIT;
        END IF;
      END LOOP;
    END IF;
    retry_after := greatest(retry_after, 1);
  END IF;
  RETURN NEXT;
END $$;

CREATE OR REPLACE FUNCTION admit_api_request(p_hash bytea, p_per_minute integer, p_per_hour integer)
RETURNS TABLE (
  organization_id uuid, api_key_id uuid, key_name text, scopes text[], is_active boolean, is_expired boolean, admitted boolean,
  minute_limit integer, minute_left integer, minute_reset integer, hour_limit integer, hour_left integer, hour_reset integer, retry_after integer
) LANGUAGE sql AS $$
  SELECT * FROM admit_api_request(ARRAY[p_hash], coalesce(
    (SELECT a.hash_key_id FROM api_key a WHERE a.hash = p_hash),
    (SELECT a.previous_hash_key_id FROM api_key a WHERE a.previous_hash = p_hash)), p_per_minute, p_per_hour)
$$;

CREATE OR REPLACE FUNCTION alert_rules_mark(p_organization_id uuid) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT string_agg(id::text || ' ' || updated_at::text, ',' ORDER BY id) FROM alert_rule
  WHERE organization_id = p_organization_id AND active AND trigger = 'response');

CREATE OR REPLACE FUNCTION asked_survey_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, 0, sum(delivered), sum(answered), sum(captured) FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, 1 AS delivered, is_answered::int AS answered, 0 AS captured
    FROM new_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, 1 FROM new_rows WHERE captured_at IS NOT NULL
    UNION ALL
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(delivered) <> 0 OR sum(answered) <> 0 OR sum(captured) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_change AFTER UPDATE ON asked_survey
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_change();

CREATE OR REPLACE FUNCTION asked_survey_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, 0, delivered, answered, captured FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_remove AFTER DELETE ON asked_survey
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_remove();

CREATE OR REPLACE FUNCTION is_delivered(p_status text, p_sent_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_sent_at IS NOT NULL AND p_status IN ('sent', 'delivered', 'opened', 'answered');

CREATE OR REPLACE FUNCTION recount_asked_surveys(p_organization_ids uuid[], p_sending_ids uuid[], p_survey_ids uuid[])
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO asked_survey (organization_id, sending_id, survey_id, location_id, employee_id)
  SELECT d.organization_id, d.id, k.survey_id, d.location_id, d.employee_id
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k
    JOIN sending d ON d.organization_id = k.organization_id AND d.id = k.sending_id
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  PERFORM FROM asked_survey a
    JOIN unnest(p_organization_ids, p_sending_ids, p_survey_ids) k(organization_id, sending_id, survey_id)
      ON a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
  ORDER BY a.organization_id, a.sending_id, a.survey_id FOR UPDATE OF a;
  UPDATE asked_survey a SET delivered_at = f.delivered_at, captured_at = f.captured_at, is_answered = f.is_answered
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k,
    LATERAL (SELECT min(s.sent_at) FILTER (WHERE is_delivered(s.status, s.sent_at)) AS delivered_at,
      CASE WHEN NOT coalesce(bool_or(is_delivered(s.status, s.sent_at)), false) THEN min(s.captured_at) END AS captured_at,
      EXISTS (SELECT FROM response r WHERE r.organization_id = k.organization_id AND r.sending_id = k.sending_id
        AND r.survey_id IS NOT DISTINCT FROM k.survey_id AND r.status IS NOT DISTINCT FROM 'completed') AS is_answered
      FROM sending_step s WHERE s.organization_id = k.organization_id AND s.sending_id = k.sending_id
        AND s.survey_id IS NOT DISTINCT FROM k.survey_id) f
  WHERE a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
    AND (a.delivered_at, a.captured_at, a.is_answered) IS DISTINCT FROM (f.delivered_at, f.captured_at, f.is_answered);
END $$;

CREATE OR REPLACE FUNCTION asked_survey_response_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_response_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_response_add();

CREATE OR REPLACE FUNCTION asked_survey_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM (
      SELECT id, organization_id, sending_id, survey_id, status = 'completed' AS is_answered FROM new_rows
      EXCEPT SELECT id, organization_id, sending_id, survey_id, status = 'completed' FROM old_rows) d
    WHERE sending_id IS NOT NULL) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_response_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_response_change();

CREATE OR REPLACE FUNCTION asked_survey_response_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_response_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_response_remove();

CREATE OR REPLACE FUNCTION asked_survey_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE asked_survey SET location_id = NEW.location_id, employee_id = NEW.employee_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_sending_change AFTER UPDATE OF location_id, employee_id ON sending
  FOR EACH ROW WHEN ((OLD.location_id, OLD.employee_id) IS DISTINCT FROM (NEW.location_id, NEW.employee_id))
  EXECUTE FUNCTION asked_survey_sending_change();

CREATE OR REPLACE FUNCTION asked_survey_step_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_step_add AFTER INSERT ON sending_step
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_step_add();

CREATE OR REPLACE FUNCTION asked_survey_step_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT n.organization_id, n.sending_id, n.survey_id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE n.survey_id IS NOT NULL AND (is_delivered(n.status, n.sent_at), n.sent_at, n.captured_at)
      IS DISTINCT FROM (is_delivered(o.status, o.sent_at), o.sent_at, o.captured_at)
      AND (is_delivered(n.status, n.sent_at) OR is_delivered(o.status, o.sent_at) OR n.captured_at IS DISTINCT FROM o.captured_at)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_step_change AFTER UPDATE ON sending_step
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_step_change();

CREATE OR REPLACE FUNCTION asked_survey_step_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_asked_surveys(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER asked_survey_step_remove AFTER DELETE ON sending_step
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION asked_survey_step_remove();

CREATE OR REPLACE FUNCTION contact_grams(organization_id uuid, words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 AS $$
BEGIN
  -- The end of a UUID of version 7 is random. Two organizations that share it read each other's pieces, never a contact: the
  -- query compares the organization itself too.
  RETURN array_to_tsvector(ARRAY(SELECT right(organization_id::text, 8) || substr(words, i, 5) FROM generate_series(1, char_length(words)) i));
END $$;

DO $do$
DECLARE
  collation_name text := coalesce(
    (SELECT quote_ident(collname) FROM pg_collation
     WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_unicode_fast', 'pg_c_utf8') AND getdatabaseencoding() = 'UTF8'
     ORDER BY collname DESC LIMIT 1), '"default"');
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION search_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN replace(replace(replace(lower(upper(words COLLATE %1$s)), 'ς', 'σ'), 'ß', 'ss'), U&'i\0307', 'i')
  $create$, collation_name);
END $do$;

CREATE OR REPLACE FUNCTION contact_search_text(first_name text, last_name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN search_fold(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email);

CREATE OR REPLACE FUNCTION location_list(location_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact@' || location_id::text;

CREATE OR REPLACE FUNCTION search_list(search_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact?' || search_id::text;

CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', 1, created_at, id FROM new_rows
  UNION ALL
  SELECT organization_id, location_list(location_id), 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, search_list(s.id), 1, r.created_at, r.id FROM contact_search_total s
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_add();

CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.location_id, n.first_name, n.last_name, n.email, n.created_at) IS DISTINCT FROM (o.location_id, o.first_name, o.last_name, o.email, o.created_at)
  ) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, list, sum(n), created_at, id FROM (
    SELECT organization_id, 'contact' AS list, 1 AS n, created_at, id FROM new_rows
    UNION ALL SELECT organization_id, 'contact', -1, created_at, id FROM old_rows
    UNION ALL SELECT organization_id, location_list(location_id), 1, created_at, id FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_list(location_id), -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, search_list(s.id), r.n, r.created_at, r.id FROM contact_search_total s
    JOIN (SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, created_at, id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list, created_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_change();

CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'contact', -1, created_at, id FROM old_rows
  UNION ALL
  SELECT organization_id, location_list(location_id), -1, created_at, id FROM old_rows WHERE location_id IS NOT NULL
  UNION ALL
  SELECT s.organization_id, search_list(s.id), -1, r.created_at, r.id FROM contact_search_total s
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_remove AFTER DELETE ON contact
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_remove();

CREATE OR REPLACE FUNCTION day_begins(p_day date, p_zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(p_day::timestamp AT TIME ZONE p_zone,
    ((p_day::timestamp - interval '1 second') AT TIME ZONE p_zone) + interval '1 second')
$$;

CREATE OR REPLACE FUNCTION time_ordered_uuid() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

CREATE OR REPLACE FUNCTION emit_events(p_organization_id uuid, p_kinds text[], p_bodies text[], p_at timestamptz)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  held uuid[];
  written uuid[];
BEGIN
  SELECT array_agg(h.id) INTO held FROM (
    SELECT s.id FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = p_organization_id AND s.active AND s.trigger_types && p_kinds AND coalesce(k.is_active, true)
    ORDER BY s.id FOR KEY SHARE OF s) h;
  IF held IS NULL THEN RETURN '{}'; END IF;
  WITH made AS (
    INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at, created_at)
    SELECT time_ordered_uuid(), p_organization_id, s.id, e.kind, e.body, p_at, p_at
    FROM unnest(p_kinds, p_bodies) WITH ORDINALITY AS e(kind, body, position)
    JOIN webhook_subscription s ON s.id = ANY (held) AND e.kind = ANY (s.trigger_types)
    ORDER BY e.position, s.id
    RETURNING id)
  SELECT coalesce(array_agg(id), '{}') INTO written FROM made;
  RETURN written;
END $$;

DO $do$
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION find_fold(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN %s
  $create$, CASE getdatabaseencoding() WHEN 'UTF8' THEN $body$
    CASE WHEN octet_length(words) = char_length(words) THEN search_fold(words)
      ELSE normalize(replace(replace(translate(
        regexp_replace(normalize(search_fold(words), NFD), U&'[\0300-\036F]', '', 'g'), 'øłđ', 'old'), 'œ', 'oe'), 'æ', 'ae'), NFC) END
  $body$ ELSE 'search_fold(words)' END);
END $do$;

CREATE OR REPLACE FUNCTION find_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(find_fold(words), E'.@_-+,;:!?/\'"()’\n\r\t', '                   ') || ' ';

CREATE OR REPLACE FUNCTION list_length(p_organization_id uuid, p_list text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce((SELECT total FROM list_total WHERE organization_id = p_organization_id AND list = p_list), 0)
  + coalesce((SELECT sum(n) FROM list_change WHERE organization_id = p_organization_id AND list = p_list), 0)::bigint;

CREATE OR REPLACE FUNCTION list_place(p_organization_id uuid, p_list text, p_skip bigint, p_take bigint)
RETURNS TABLE (created_at timestamptz, id uuid, before bigint, to_created_at timestamptz, to_id uuid) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH mark AS MATERIALIZED (
    SELECT p.created_at, p.id, p.is_mark, (sum(p.n) OVER (ORDER BY p.created_at DESC, p.id DESC))::bigint AS before FROM (
      SELECT k.created_at, k.id, k.n, true AS is_mark FROM list_mark k WHERE k.organization_id = p_organization_id AND k.list = p_list
      UNION ALL
      SELECT c.created_at, c.id, c.n, false FROM list_change c WHERE c.organization_id = p_organization_id AND c.list = p_list) p
  )
  SELECT above.*, coalesce(below.created_at, '-infinity'), coalesce(below.id, '00000000-0000-0000-0000-000000000000') FROM (
    SELECT m.created_at, m.id, m.before FROM mark m WHERE m.is_mark AND m.before <= p_skip
    UNION ALL
    SELECT 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 0
    ORDER BY 1, 2 LIMIT 1) above
  LEFT JOIN (
    SELECT m.created_at, m.id FROM mark m WHERE m.is_mark AND m.before >= p_skip + p_take
    ORDER BY m.created_at DESC, m.id DESC LIMIT 1) below ON true
$$;

CREATE OR REPLACE FUNCTION list_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, TG_TABLE_NAME, count(*) FROM new_rows GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sequence_total_add AFTER INSERT ON sequence
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER location_total_add AFTER INSERT ON location
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER employee_total_add AFTER INSERT ON employee
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE TRIGGER contact_organization_total_add AFTER INSERT ON contact_organization
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();

CREATE OR REPLACE FUNCTION list_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sequence_total_remove AFTER DELETE ON sequence
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_remove();

CREATE OR REPLACE FUNCTION lock_asked(p_step_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM contact c JOIN sending d ON d.organization_id = c.organization_id AND d.contact_id = c.id
    JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF c;
  PERFORM FROM sending d JOIN sending_step s ON s.sending_id = d.id WHERE s.id = p_step_id FOR KEY SHARE OF d;
  PERFORM FROM sending_step WHERE id = p_step_id FOR UPDATE;
END $$;

CREATE OR REPLACE FUNCTION text_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(words, E'.@_-+,;:!?/\'"()’‘“”„«»‹›…–—‑·•¡¿[]{}<>*&%#=|~^\\`   \n\r\t', repeat(' ', 60)) || ' ';

CREATE OR REPLACE FUNCTION phrase_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(find_fold(text_words(words)), ' {2,}', ' ', 'g');

CREATE OR REPLACE FUNCTION record_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total + changed.n
  FROM (SELECT organization_id, sum(n) AS n FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE removed_at IS NULL
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE removed_at IS NULL) d
    GROUP BY organization_id HAVING sum(n) <> 0) changed
  WHERE t.organization_id = changed.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER location_total_change AFTER UPDATE ON location
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

CREATE OR REPLACE TRIGGER employee_total_change AFTER UPDATE ON employee
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

CREATE OR REPLACE TRIGGER contact_organization_total_change AFTER UPDATE ON contact_organization
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_change();

CREATE OR REPLACE FUNCTION record_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows WHERE removed_at IS NULL GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER location_total_remove AFTER DELETE ON location
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();

CREATE OR REPLACE TRIGGER employee_total_remove AFTER DELETE ON employee
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();

CREATE OR REPLACE TRIGGER contact_organization_total_remove AFTER DELETE ON contact_organization
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION record_total_remove();

CREATE OR REPLACE FUNCTION remember_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO installation (id, home_organization_id)
  SELECT true, id FROM new_rows WHERE NOT demo ORDER BY created_at, id LIMIT 1
  ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER remember_home AFTER INSERT ON organization
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION remember_home();

CREATE OR REPLACE FUNCTION response_change_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, 1
  FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_add();

CREATE OR REPLACE FUNCTION response_change_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, -1
  FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_remove();

CREATE OR REPLACE FUNCTION response_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, sum(n) FROM (
    SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, 1 AS n
    FROM new_rows WHERE status = 'completed'
    UNION ALL
    SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, -1
    FROM old_rows WHERE status = 'completed') d
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_update AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_update();

CREATE OR REPLACE FUNCTION word_lexemes(language text, folded text, spelled text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(ARRAY[left(folded, 40),
  CASE WHEN coalesce(language, 'en') = 'en' THEN left(' en ' || (ts_lexize('pg_catalog.english_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' THEN left(' fr ' || (ts_lexize('pg_catalog.french_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' AND spelled <> folded
    THEN left(' fr ' || find_fold((ts_lexize('pg_catalog.french_stem', spelled))[1]), 40) END], NULL);

CREATE OR REPLACE FUNCTION response_find_words(organization_id uuid, language text, answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || unnest(word_lexemes(language, folded, spelled)) FROM (
    SELECT find_fold(word) AS folded, search_fold(word) AS spelled
    FROM jsonb_array_elements(answers) answer, string_to_table(text_words(answer->>'value'), ' ') word
    WHERE answer->>'type' = 'text' AND word <> '' OFFSET 0) words));

CREATE OR REPLACE FUNCTION response_phrases(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(phrase_words(answer->>'value'), '|') FROM jsonb_array_elements(answers) answer WHERE answer->>'type' = 'text');

CREATE OR REPLACE FUNCTION response_tagging_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN r.status = 'completed' THEN r.created_at END, r.survey_id, r.nps_score, r.csat_score, r.ces_score
  INTO NEW.answered_at, NEW.survey_id, NEW.nps_score, NEW.csat_score, NEW.ces_score
  FROM response r WHERE r.organization_id = NEW.organization_id AND r.id = NEW.response_id FOR SHARE;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER response_tagging_add BEFORE INSERT ON response_tagging
  FOR EACH ROW EXECUTE FUNCTION response_tagging_add();

CREATE OR REPLACE FUNCTION response_tagging_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE response_tagging SET answered_at = CASE WHEN NEW.status = 'completed' THEN NEW.created_at END,
    survey_id = NEW.survey_id, nps_score = NEW.nps_score, csat_score = NEW.csat_score, ces_score = NEW.ces_score
  WHERE organization_id = NEW.organization_id AND response_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_tagging_change AFTER UPDATE OF status, created_at, survey_id, nps_score, csat_score, ces_score ON response
  FOR EACH ROW WHEN ((OLD.status, OLD.created_at, OLD.survey_id, OLD.nps_score, OLD.csat_score, OLD.ces_score)
    IS DISTINCT FROM (NEW.status, NEW.created_at, NEW.survey_id, NEW.nps_score, NEW.csat_score, NEW.ces_score))
  EXECUTE FUNCTION response_tagging_change();

CREATE OR REPLACE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', sum(n), created_at, id FROM (
    SELECT organization_id, 1 AS n, created_at, id FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1, created_at, id FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id, created_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total();

CREATE OR REPLACE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', 1, created_at, id FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_add();

CREATE OR REPLACE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'response', -1, created_at, id FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_remove();

CREATE OR REPLACE FUNCTION review_find_words(organization_id uuid, author_name text, text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || left(word, 40)
  FROM string_to_table(find_words(coalesce(author_name, '') || ' ' || text), ' ') word
  WHERE word <> ''));

CREATE OR REPLACE FUNCTION review_reply_bucket(published_at timestamptz, responded_at timestamptz) RETURNS smallint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN floor(ln(greatest(extract(epoch FROM responded_at - published_at), 60) / 60) / ln(1.05))::smallint;

CREATE OR REPLACE FUNCTION review_tally_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_tally AS t (organization_id, month, source, location_id, rating, reply, n)
  SELECT organization_id, month, source, location_id, rating, reply, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id, rating,
      CASE WHEN responded_at IS NULL THEN '' ELSE coalesce(reply_state, 'local') END AS reply, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows) rows) each
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, month, source, location_id, rating, reply) DO UPDATE SET n = t.n + excluded.n;
  INSERT INTO review_reply_tally AS t (organization_id, month, source, location_id, bucket, n)
  SELECT organization_id, month, source, location_id, bucket, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
      review_reply_bucket(published_at, responded_at) AS bucket, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows) rows WHERE responded_at IS NOT NULL) each
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, source, location_id, bucket) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_tally_add AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_tally_add();

CREATE OR REPLACE FUNCTION review_tally_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO review_tally AS t (organization_id, month, source, location_id, rating, reply, n)
  SELECT organization_id, month, source, location_id, rating, reply, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id, rating,
      CASE WHEN responded_at IS NULL THEN '' ELSE coalesce(reply_state, 'local') END AS reply, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows
      UNION ALL SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 FROM old_rows) rows) each
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, month, source, location_id, rating, reply) DO UPDATE SET n = t.n + excluded.n;
  INSERT INTO review_reply_tally AS t (organization_id, month, source, location_id, bucket, n)
  SELECT organization_id, month, source, location_id, bucket, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
      review_reply_bucket(published_at, responded_at) AS bucket, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, 1 AS d FROM new_rows
      UNION ALL SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 FROM old_rows) rows WHERE responded_at IS NOT NULL) each
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, source, location_id, bucket) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_tally_change AFTER UPDATE ON review
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_tally_change();

CREATE OR REPLACE FUNCTION review_tally_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is counted of it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO review_tally AS t (organization_id, month, source, location_id, rating, reply, n)
  SELECT organization_id, month, source, location_id, rating, reply, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id, rating,
      CASE WHEN responded_at IS NULL THEN '' ELSE coalesce(reply_state, 'local') END AS reply, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 AS d FROM old_rows) rows) each
  GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (organization_id, month, source, location_id, rating, reply) DO UPDATE SET n = t.n + excluded.n;
  INSERT INTO review_reply_tally AS t (organization_id, month, source, location_id, bucket, n)
  SELECT organization_id, month, source, location_id, bucket, sum(d) FROM (
    SELECT organization_id, date_trunc('month', published_at AT TIME ZONE 'UTC')::date AS month, source,
      coalesce(location_id, '00000000-0000-0000-0000-000000000000') AS location_id,
      review_reply_bucket(published_at, responded_at) AS bucket, d
    FROM (SELECT organization_id, published_at, source, location_id, rating, responded_at, reply_state, -1 AS d FROM old_rows) rows WHERE responded_at IS NOT NULL) each
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(d) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, source, location_id, bucket) DO UPDATE SET n = t.n + excluded.n;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_tally_remove AFTER DELETE ON review
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION review_tally_remove();

CREATE OR REPLACE FUNCTION review_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', 1, published_at, id FROM new_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_add AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_add();

CREATE OR REPLACE FUNCTION review_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', sum(n), published_at, id FROM (
    SELECT organization_id, 1 AS n, published_at, id FROM new_rows
    UNION ALL SELECT organization_id, -1, published_at, id FROM old_rows) d
  GROUP BY organization_id, published_at, id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_change AFTER UPDATE ON review
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_change();

CREATE OR REPLACE FUNCTION review_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Its organization is deleted, and with it whatever is kept of its lists.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n, created_at, id)
  SELECT organization_id, 'review', -1, published_at, id FROM old_rows;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_remove AFTER DELETE ON review
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_remove();

CREATE OR REPLACE FUNCTION set_list_marks(p_organization_id uuid, p_list text, p_skip bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  above record;
  below record;
  asked text[];
  items text := 'contact';
  at text := 'created_at';
  which text := 'true';
  is_hit text := 'true';
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  IF p_list LIKE 'contact@%' THEN
    which := format('c.location_id = %L::uuid', substr(p_list, 9));
  ELSIF p_list LIKE 'contact?%' THEN
    SELECT patterns INTO asked FROM contact_search_total
    WHERE organization_id = p_organization_id AND id = substr(p_list, 9)::uuid AND total IS NOT NULL;
    IF NOT FOUND THEN RETURN; END IF;
    is_hit := format('contact_search_text(c.first_name, c.last_name, c.email) LIKE ALL (%L::text[])', asked);
  ELSIF p_list = 'response' THEN
    items := 'response';
    which := 'c.status = ''completed''';
  ELSIF p_list = 'review' THEN
    items := 'review';
    at := 'published_at';
  END IF;
  -- A mark with nothing behind it marks nothing.
  DELETE FROM list_mark WHERE organization_id = p_organization_id AND list = p_list AND n = 0 AND created_at > '-infinity';
  SELECT * INTO above FROM list_place(p_organization_id, p_list, p_skip, 1);
  SELECT created_at, id INTO below FROM list_mark
  WHERE organization_id = p_organization_id AND list = p_list AND (created_at, id) < (above.created_at, above.id)
  ORDER BY created_at DESC, id DESC LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  -- One statement: what is there and what is written down, of the same moment.
  EXECUTE format($q$
    WITH looked AS MATERIALIZED (
      SELECT c.%1$I AS created_at, c.id, %2$s AS is_hit, row_number() OVER (ORDER BY c.%1$I DESC, c.id DESC) AS place FROM %3$I c
      WHERE c.organization_id = $1 AND %4$s AND (c.%1$I, c.id) < ($3, $4) AND (c.%1$I, c.id) > ($5, $6)
      ORDER BY c.%1$I DESC, c.id DESC LIMIT 500000
    ), noted AS MATERIALIZED (
      SELECT created_at, id, n FROM list_change
      WHERE organization_id = $1 AND list = $2 AND (created_at, id) < ($3, $4) AND (created_at, id) > ($5, $6)
    ), counted AS (
      SELECT (place - 1) / 1000 AS thousand, max(created_at) FILTER (WHERE place %% 1000 = 0) AS created_at,
        (array_agg(id) FILTER (WHERE place %% 1000 = 0))[1] AS id, count(*) FILTER (WHERE is_hit) AS n
      FROM looked WHERE (SELECT max(place) FROM looked) >= 2000 GROUP BY 1 HAVING count(*) = 1000
    ), marks AS (
      INSERT INTO list_mark (organization_id, list, created_at, id, n)
      SELECT $1, $2, m.created_at, m.id, m.n - coalesce((SELECT sum(h.n) FROM noted h
        WHERE (h.created_at, h.id) >= (m.created_at, m.id) AND (h.created_at, h.id) < (m.to_created_at, m.to_id)), 0)
      FROM (SELECT *, coalesce(lag(created_at) OVER w, $3) AS to_created_at, coalesce(lag(id) OVER w, $4) AS to_id
        FROM counted WINDOW w AS (ORDER BY thousand)) m
      RETURNING n
    )
    UPDATE list_mark k SET n = k.n - (SELECT sum(n) FROM marks)
    WHERE organization_id = $1 AND list = $2 AND created_at = $5 AND id = $6 AND EXISTS (SELECT FROM marks)
  $q$, at, is_hit, items, which) USING p_organization_id, p_list, above.created_at, above.id, below.created_at, below.id;
END $$;

CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[], p_rules_mark text, p_alert_ids uuid[], p_rule_ids uuid[])
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  said response := jsonb_populate_record(NULL::response, p_response);
  is_begun boolean;
BEGIN
  PERFORM lock_asked(said.sending_step_id);
  PERFORM FROM alert_rule WHERE id = ANY(p_rule_ids) ORDER BY id FOR KEY SHARE;
  -- Statements of their own, so they see what was committed while we waited.
  IF p_rules_mark IS DISTINCT FROM alert_rules_mark(said.organization_id) THEN RETURN NULL; END IF;
  SELECT r.id IS NOT NULL INTO is_begun FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = said.sending_step_id AND s.organization_id = said.organization_id AND v.status = 'active' AND v.deleted_at IS NULL
    AND (r.id IS NULL OR r.id = said.id AND r.status <> 'completed')
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (said.sending_id, said.survey_id, said.contact_id, said.sequence_id, said.location_id, said.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE sending_step SET status = 'answered', updated_at = said.updated_at WHERE id = said.sending_step_id;
  IF is_begun THEN
    UPDATE response SET (status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, submitted_at, created_at, updated_at)
      = (said.status, said.language, said.answers, said.nps_score, said.csat_score, said.ces_score, said.rating, said.is_promoter, said.is_detractor, said.band, said.submitted_at, said.created_at, said.updated_at)
    WHERE id = said.id;
  ELSE
    INSERT INTO response SELECT said.*;
  END IF;
  IF cardinality(p_rule_ids) > 0 THEN
    INSERT INTO alert (id, organization_id, rule_id, subject_id, created_at)
    SELECT a.id, said.organization_id, a.rule_id, said.id, said.submitted_at FROM unnest(p_alert_ids, p_rule_ids) a(id, rule_id)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN emit_events(said.organization_id, p_kinds, p_bodies, said.submitted_at);
END $$;

CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE sql
RETURN submit_response(p_response, p_kinds, p_bodies, alert_rules_mark((p_response->>'organization_id')::uuid), '{}', '{}');

CREATE OR REPLACE FUNCTION sum_up_list_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM list_change WHERE organization_id = p_organization_id LIMIT 100) c) < 100
    OR NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  -- A search whose counting never came to an end.
  DELETE FROM contact_search_total
  WHERE organization_id = p_organization_id AND total IS NULL AND counted_at < clock_timestamp() - interval '10 minutes';
  -- What is written down for a search that is being counted stays; for one that is no longer kept, it goes.
  WITH gone AS (
    DELETE FROM list_change c WHERE organization_id = p_organization_id AND NOT EXISTS (
      SELECT FROM contact_search_total s
      WHERE s.organization_id = p_organization_id AND s.total IS NULL AND c.list = search_list(s.id))
    RETURNING list, created_at, id, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM gone GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = search_list(s.id)
  ), marks AS (
    INSERT INTO list_mark AS k (organization_id, list, created_at, id, n)
    SELECT p_organization_id, g.list, coalesce(m.created_at, '-infinity') AS at, coalesce(m.id, '00000000-0000-0000-0000-000000000000') AS at_id, sum(g.n)
    FROM gone g LEFT JOIN LATERAL (
      SELECT created_at, id FROM list_mark
      WHERE organization_id = p_organization_id AND list = g.list AND (created_at, id) <= (g.created_at, g.id)
      ORDER BY created_at DESC, id DESC LIMIT 1) m ON true
    WHERE g.list NOT LIKE 'contact?%' OR m.id IS NOT NULL
    GROUP BY g.list, at, at_id
    ON CONFLICT (organization_id, list, created_at, id) DO UPDATE SET n = k.n + excluded.n
  )
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT p_organization_id, list, n FROM sums WHERE list NOT LIKE 'contact?%'
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
END $$;

CREATE OR REPLACE FUNCTION sum_up_after_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sum_up_after_change AFTER INSERT ON list_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_up_after_change();

CREATE OR REPLACE FUNCTION sum_up_response_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql SET enable_bitmapscan = off AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM response_change WHERE organization_id = p_organization_id LIMIT 200) c) < 200
    OR NOT pg_try_advisory_xact_lock(hashtextextended('response_tally ' || p_organization_id, 0)) THEN RETURN; END IF;
  PERFORM add_to_response_tally(p_organization_id,
    format('DELETE FROM response_change WHERE organization_id = %L RETURNING *', p_organization_id));
END $$;

CREATE OR REPLACE FUNCTION sum_up_after_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sum_up_response_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows WHERE id % 20 = 0) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sum_up_after_response_change AFTER INSERT ON response_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_up_after_response_change();

CREATE OR REPLACE FUNCTION survey_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'survey', sum(n) FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE deleted_at IS NULL
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE deleted_at IS NULL) d
  GROUP BY organization_id HAVING sum(n) <> 0
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_total_change AFTER UPDATE ON survey
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_total();

CREATE OR REPLACE FUNCTION survey_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'survey', count(*) FROM new_rows WHERE deleted_at IS NULL GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_total_add AFTER INSERT ON survey
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_total_add();

CREATE UNIQUE INDEX alert_channel_organization_id_id_key ON alert_channel USING btree (organization_id, id);
CREATE INDEX alert_channel_organization_id_rule_id_idx ON alert_channel USING btree (organization_id, rule_id);
CREATE INDEX alert_created_idx ON alert USING btree (created_at);
CREATE INDEX alert_message_created_idx ON alert_message USING btree (created_at);
CREATE INDEX alert_message_due_idx ON alert_message USING btree (organization_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX alert_message_organization_id_notice_id_idx ON alert_message USING btree (organization_id, notice_id);
CREATE INDEX alert_message_organization_id_rule_id_idx ON alert_message USING btree (organization_id, rule_id);
CREATE INDEX alert_organization_id_created_at_id_idx ON alert USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX alert_organization_id_notice_id_idx ON alert USING btree (organization_id, notice_id);
CREATE INDEX alert_organization_id_rule_id_created_at_id_idx ON alert USING btree (organization_id, rule_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX alert_rule_id_subject_id_key ON alert USING btree (rule_id, subject_id);
CREATE UNIQUE INDEX alert_rule_organization_id_id_key ON alert_rule USING btree (organization_id, id);
CREATE INDEX alert_untold_idx ON alert USING btree (organization_id, rule_id, id) WHERE ((notice_id IS NULL) AND (state = 'waiting'::text));
CREATE INDEX api_key_created_by_id_idx ON api_key USING btree (created_by_id);
CREATE UNIQUE INDEX api_key_hash_key ON api_key USING btree (hash);
CREATE INDEX api_key_organization_id_created_at_id_idx ON api_key USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX api_key_organization_id_id_key ON api_key USING btree (organization_id, id);
CREATE UNIQUE INDEX api_key_previous_hash_key ON api_key USING btree (previous_hash);
CREATE INDEX api_request_created_at_idx ON api_request USING btree (created_at);
CREATE INDEX api_request_organization_id_api_key_id_id_idx ON api_request USING btree (organization_id, api_key_id, id DESC);
CREATE INDEX audit_event_created_at_idx ON audit_event USING btree (created_at);
CREATE INDEX audit_event_organization_id_actor_id_created_at_id_idx ON audit_event USING btree (organization_id, actor_id, created_at DESC, id DESC);
CREATE INDEX audit_event_organization_id_created_at_id_idx ON audit_event USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX audit_event_organization_id_id_key ON audit_event USING btree (organization_id, id);
CREATE INDEX audit_event_organization_id_record_id_created_at_id_idx ON audit_event USING btree (organization_id, record_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX authenticator_app_id_key ON authenticator_app USING btree (id);
CREATE INDEX captured_message_named_contact_ids_idx ON captured_message USING gin (named_contact_ids);
CREATE INDEX captured_message_organization_id_contact_id_idx ON captured_message USING btree (organization_id, contact_id);
CREATE INDEX captured_message_organization_id_created_at_id_idx ON captured_message USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX captured_message_organization_id_id_key ON captured_message USING btree (organization_id, id);
CREATE INDEX captured_message_user_idx ON captured_message USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX contact_find_domain_idx ON contact USING btree (organization_id, find_fold(split_part(email, '@'::text, 2)) COLLATE "C");
CREATE INDEX contact_find_email_idx ON contact USING btree (organization_id, find_fold(email) COLLATE "C");
CREATE INDEX contact_find_last_name_idx ON contact USING btree (organization_id, find_fold(last_name) COLLATE "C");
CREATE INDEX contact_find_name_idx ON contact USING btree (organization_id, find_fold((first_name || COALESCE((' '::text || last_name), ''::text))) COLLATE "C");
CREATE INDEX contact_organization_id_contact_organization_id_created_at__idx ON contact USING btree (organization_id, contact_organization_id, created_at DESC, id DESC);
CREATE INDEX contact_organization_id_created_at_id_idx ON contact USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX contact_organization_id_email_key ON contact USING btree (organization_id, email);
CREATE UNIQUE INDEX contact_organization_id_id_key ON contact USING btree (organization_id, id);
CREATE INDEX contact_organization_id_location_id_created_at_id_idx ON contact USING btree (organization_id, location_id, created_at DESC, id DESC);
CREATE INDEX contact_organization_id_phone_idx ON contact USING btree (organization_id, phone);
CREATE INDEX contact_organization_organization_id_created_at_id_idx ON contact_organization USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX contact_organization_organization_id_id_key ON contact_organization USING btree (organization_id, id);
CREATE INDEX contact_organization_organization_id_merged_into_id_idx ON contact_organization USING btree (organization_id, merged_into_id);
CREATE INDEX contact_organization_removal_due_idx ON contact_organization USING btree (removal_due_at, organization_id) WHERE (removal_due_at IS NOT NULL);
CREATE INDEX contact_search_idx ON contact USING gin (contact_grams(organization_id, contact_search_text(first_name, last_name, email))) WITH (fastupdate='on', gin_pending_list_limit='256');
ALTER INDEX contact_search_idx ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX digest_created_idx ON digest USING btree (created_at);
CREATE UNIQUE INDEX digest_mail_digest_id_user_id_key ON digest_mail USING btree (digest_id, user_id);
CREATE INDEX digest_mail_organization_id_digest_id_idx ON digest_mail USING btree (organization_id, digest_id);
CREATE INDEX digest_organization_id_created_at_id_idx ON digest USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX digest_organization_id_id_key ON digest USING btree (organization_id, id);
CREATE UNIQUE INDEX digest_week_key ON digest USING btree (organization_id, week) WHERE (NOT is_preview);
CREATE INDEX email_verification_user_id_idx ON email_verification USING btree (user_id);
CREATE INDEX employee_organization_id_created_at_id_idx ON employee USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX employee_organization_id_id_key ON employee USING btree (organization_id, id);
CREATE INDEX employee_organization_id_merged_into_id_idx ON employee USING btree (organization_id, merged_into_id);
CREATE INDEX employee_removal_due_idx ON employee USING btree (removal_due_at, organization_id) WHERE (removal_due_at IS NOT NULL);
CREATE INDEX idempotent_answer_created_at_idx ON idempotent_answer USING btree (created_at);
CREATE UNIQUE INDEX identity_issuer_subject_key ON identity USING btree (issuer, subject);
CREATE INDEX identity_user_id_idx ON identity USING btree (user_id);
CREATE INDEX invitation_email_idx ON invitation USING btree (email);
CREATE UNIQUE INDEX invitation_open_key ON invitation USING btree (organization_id, email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX invitation_organization_id_created_at_id_idx ON invitation USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX invitation_organization_id_id_key ON invitation USING btree (organization_id, id);
CREATE INDEX list_change_organization_id_list_idx ON list_change USING btree (organization_id, list) INCLUDE (n);
CREATE INDEX location_organization_id_created_at_id_idx ON location USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX location_organization_id_id_key ON location USING btree (organization_id, id);
CREATE INDEX location_organization_id_merged_into_id_idx ON location USING btree (organization_id, merged_into_id);
CREATE INDEX location_removal_due_idx ON location USING btree (removal_due_at, organization_id) WHERE (removal_due_at IS NOT NULL);
CREATE UNIQUE INDEX membership_link_id_key ON membership USING btree (link_id);
CREATE INDEX membership_user_id_idx ON membership USING btree (user_id);
CREATE INDEX organization_deletes_at_idx ON organization USING btree (deletes_at);
CREATE INDEX organization_time_zone_digest_week_idx ON organization USING btree (time_zone, digest_week);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey USING btree (credential_id);
CREATE INDEX passkey_user_id_idx ON passkey USING btree (user_id);
CREATE INDEX recovery_code_user_id_idx ON recovery_code USING btree (user_id);
CREATE UNIQUE INDEX removed_review_organization_id_review_id_key ON removed_review USING btree (organization_id, review_id);
CREATE UNIQUE INDEX reply_template_organization_id_id_key ON reply_template USING btree (organization_id, id);
CREATE INDEX reply_template_organization_id_kind_name_idx ON reply_template USING btree (organization_id, kind, name);
CREATE INDEX response_assignee_list_idx ON response USING btree (organization_id, assignee_id, case_state, status, created_at DESC, id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX response_case_list_idx ON response USING btree (organization_id, case_state, status, created_at DESC, id DESC, assignee_id) WHERE (case_state IS NOT NULL);
CREATE INDEX response_change_organization_id_idx ON response_change USING btree (organization_id);
CREATE INDEX response_due_idx ON response USING btree (due_on) WHERE ((due_on IS NOT NULL) AND (assignee_id IS NOT NULL) AND (case_state <> 'resolved'::text) AND (reminded_on IS DISTINCT FROM due_on));
CREATE INDEX response_employee_list_idx ON response USING btree (organization_id, employee_id, status, created_at DESC, id DESC, rating, band) WHERE (employee_id IS NOT NULL);
CREATE UNIQUE INDEX response_event_organization_id_id_key ON response_event USING btree (organization_id, id);
CREATE INDEX response_event_organization_id_response_id_created_at_idx ON response_event USING btree (organization_id, response_id, created_at);
CREATE INDEX response_find_idx ON response USING gin (response_find_words(organization_id, language, answers)) WITH (fastupdate='on', gin_pending_list_limit='256');
ALTER INDEX response_find_idx ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX response_list_idx ON response USING btree (organization_id, status, created_at DESC, id DESC, rating, band, survey_id, location_id);
CREATE INDEX response_location_list_idx ON response USING btree (organization_id, location_id, status, created_at DESC, id DESC, rating, band);
CREATE INDEX response_low_idx ON response USING btree (organization_id, created_at DESC, id DESC, survey_id) WHERE ((status = 'completed'::text) AND (band = 'negative'::text));
CREATE UNIQUE INDEX response_note_organization_id_id_key ON response_note USING btree (organization_id, id);
CREATE INDEX response_note_organization_id_response_id_created_at_idx ON response_note USING btree (organization_id, response_id, created_at);
CREATE INDEX response_organization_id_contact_id_created_at_id_idx ON response USING btree (organization_id, contact_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX response_organization_id_id_key ON response USING btree (organization_id, id);
CREATE INDEX response_organization_id_sending_id_idx ON response USING btree (organization_id, sending_id);
CREATE UNIQUE INDEX response_organization_id_sending_step_id_key ON response USING btree (organization_id, sending_step_id);
CREATE INDEX response_rating_list_idx ON response USING btree (organization_id, status, rating, created_at DESC, id DESC);
CREATE UNIQUE INDEX response_reply_organization_id_id_key ON response_reply USING btree (organization_id, id);
CREATE INDEX response_reply_organization_id_response_id_created_at_idx ON response_reply USING btree (organization_id, response_id, created_at);
CREATE UNIQUE INDEX response_reply_organization_id_response_id_draft_id_key ON response_reply USING btree (organization_id, response_id, draft_id);
CREATE UNIQUE INDEX response_sending_step_id_key ON response USING btree (sending_step_id);
CREATE INDEX response_survey_list_idx ON response USING btree (organization_id, survey_id, status, created_at DESC, id DESC, rating, band);
CREATE UNIQUE INDEX response_tag_name_key ON response_tag USING btree (organization_id, lower(name));
CREATE UNIQUE INDEX response_tag_organization_id_id_key ON response_tag USING btree (organization_id, id);
CREATE INDEX response_tagging_count_idx ON response_tagging USING btree (organization_id, answered_at, tag_id, survey_id, nps_score, csat_score, ces_score, response_id);
CREATE INDEX response_tagging_organization_id_response_id_idx ON response_tagging USING btree (organization_id, response_id);
CREATE INDEX response_top_list_idx ON response USING btree (organization_id, rating DESC NULLS LAST, created_at DESC, id DESC) WHERE (status = 'completed'::text);
CREATE INDEX review_consent_organization_id_idx ON review_consent USING btree (organization_id);
CREATE UNIQUE INDEX review_consent_state_hash_key ON review_consent USING btree (state_hash);
CREATE INDEX review_event_organization_id_review_id_at_id_idx ON review_event USING btree (organization_id, review_id, at, id);
CREATE INDEX review_find_idx ON review USING gin (review_find_words(organization_id, author_name, text)) WITH (fastupdate='on', gin_pending_list_limit='256');
ALTER INDEX review_find_idx ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX review_list_idx ON review USING btree (organization_id, published_at DESC, id DESC, rating, source, responded_at);
CREATE INDEX review_location_list_idx ON review USING btree (organization_id, location_id, published_at DESC, id DESC, rating, source, responded_at);
CREATE UNIQUE INDEX review_organization_id_id_key ON review USING btree (organization_id, id);
CREATE UNIQUE INDEX review_organization_id_source_external_id_key ON review USING btree (organization_id, source, external_id);
CREATE INDEX review_organization_id_source_id_id_idx ON review USING btree (organization_id, source_id, id);
CREATE INDEX review_rating_list_idx ON review USING btree (organization_id, rating, published_at DESC, id DESC);
CREATE INDEX review_reply_due_idx ON review USING btree (organization_id, reply_due_at, id) WHERE (reply_due_at IS NOT NULL);
CREATE INDEX review_reply_state_idx ON review USING btree (organization_id, reply_state, published_at DESC, id DESC) WHERE ((reply_state IS NOT NULL) AND (reply_state <> 'live'::text));
CREATE INDEX review_source_due_idx ON review_source USING btree (next_sync_at) WHERE (next_sync_at IS NOT NULL);
CREATE UNIQUE INDEX review_source_organization_id_id_key ON review_source USING btree (organization_id, id);
CREATE INDEX review_source_organization_id_kind_site_idx ON review_source USING btree (organization_id, kind, site);
CREATE INDEX review_unreplied_idx ON review USING btree (organization_id, published_at DESC, id DESC) WHERE (responded_at IS NULL);
CREATE INDEX sandbox_review_organization_id_changed_at_id_idx ON sandbox_review USING btree (organization_id, changed_at DESC, id DESC);
CREATE UNIQUE INDEX saved_view_organization_id_user_id_list_name_key ON saved_view USING btree (organization_id, user_id, list, name);
CREATE INDEX sending_contact_list_idx ON sending USING btree (organization_id, contact_id, created_at DESC, id DESC);
CREATE INDEX sending_employee_idx ON sending USING btree (organization_id, employee_id) WHERE (employee_id IS NOT NULL);
CREATE INDEX sending_location_idx ON sending USING btree (organization_id, location_id) WHERE (location_id IS NOT NULL);
CREATE INDEX sending_organization_id_created_at_id_idx ON sending USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX sending_organization_id_id_key ON sending USING btree (organization_id, id);
CREATE INDEX sending_organization_id_survey_id_idx ON sending USING btree (organization_id, survey_id);
CREATE INDEX sending_sequence_list_idx ON sending USING btree (organization_id, sequence_id, created_at DESC, id DESC);
CREATE INDEX sending_step_organization_id_captured_at_idx ON sending_step USING btree (organization_id, captured_at);
CREATE UNIQUE INDEX sending_step_organization_id_id_key ON sending_step USING btree (organization_id, id);
CREATE INDEX sending_step_organization_id_sending_id_position_idx ON sending_step USING btree (organization_id, sending_id, "position");
CREATE INDEX sending_step_organization_id_sent_at_idx ON sending_step USING btree (organization_id, sent_at);
CREATE INDEX sending_step_organization_id_survey_id_idx ON sending_step USING btree (organization_id, survey_id);
CREATE UNIQUE INDEX sending_step_sending_id_step_id_key ON sending_step USING btree (sending_id, step_id);
CREATE INDEX sending_under_way_idx ON sending USING btree (organization_id, sequence_id, id) WHERE (ended_at IS NULL);
CREATE INDEX sending_waiting_idx ON sending USING btree (organization_id, due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX sequence_organization_id_created_at_id_idx ON sequence USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX sequence_organization_id_id_key ON sequence USING btree (organization_id, id);
CREATE UNIQUE INDEX sequence_step_organization_id_id_key ON sequence_step USING btree (organization_id, id);
CREATE INDEX sequence_step_organization_id_sequence_id_position_idx ON sequence_step USING btree (organization_id, sequence_id, "position");
CREATE INDEX sequence_step_organization_id_survey_id_idx ON sequence_step USING btree (organization_id, survey_id);
CREATE INDEX sequence_step_organization_id_webhook_url_idx ON sequence_step USING btree (organization_id, webhook_url);
CREATE INDEX session_organization_id_idx ON session USING btree (organization_id);
CREATE INDEX session_user_id_idx ON session USING btree (user_id);
CREATE INDEX sign_in_step_user_id_idx ON sign_in_step USING btree (user_id);
CREATE INDEX survey_organization_id_created_at_id_idx ON survey USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX survey_organization_id_id_key ON survey USING btree (organization_id, id);
CREATE INDEX system_email_due_idx ON system_email USING btree (due_at) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX system_email_group_idx ON system_email USING btree (group_key) WHERE (ended_at IS NULL);
CREATE INDEX system_email_group_key_created_at_idx ON system_email USING btree (group_key, created_at DESC);
CREATE INDEX system_email_organization_id_about_id_idx ON system_email USING btree (organization_id, about_id);
CREATE INDEX system_email_user_id_idx ON system_email USING btree (user_id);
CREATE INDEX throttle_count_resets_at_idx ON throttle_count USING btree (resets_at);
CREATE INDEX user_deletes_at_idx ON "user" USING btree (deletes_at);
CREATE UNIQUE INDEX user_email_key ON "user" USING btree (email);
CREATE UNIQUE INDEX webhook_attempt_delivery_id_attempt_key ON webhook_attempt USING btree (delivery_id, attempt);
CREATE INDEX webhook_attempt_organization_id_delivery_id_idx ON webhook_attempt USING btree (organization_id, delivery_id);
CREATE UNIQUE INDEX webhook_attempt_organization_id_id_key ON webhook_attempt USING btree (organization_id, id);
CREATE INDEX webhook_attempt_organization_id_subscription_id_created_at__idx ON webhook_attempt USING btree (organization_id, subscription_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_created_at_idx ON webhook_delivery USING btree (created_at);
CREATE UNIQUE INDEX webhook_delivery_organization_id_id_key ON webhook_delivery USING btree (organization_id, id);
CREATE INDEX webhook_delivery_organization_id_resend_of_id_idx ON webhook_delivery USING btree (organization_id, resend_of_id);
CREATE INDEX webhook_delivery_organization_id_subscription_id_created_at_idx ON webhook_delivery USING btree (organization_id, subscription_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_organization_id_subscription_id_status_cre_idx ON webhook_delivery USING btree (organization_id, subscription_id, status, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_waiting_idx ON webhook_delivery USING btree (organization_id, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_subscription_organization_id_created_at_id_idx ON webhook_subscription USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_subscription_organization_id_hook_url_key ON webhook_subscription USING btree (organization_id, hook_url);
CREATE UNIQUE INDEX webhook_subscription_organization_id_id_key ON webhook_subscription USING btree (organization_id, id);
CREATE INDEX webhook_subscription_organization_id_owner_key_id_idx ON webhook_subscription USING btree (organization_id, owner_key_id);

ALTER TABLE alert_channel ADD CONSTRAINT alert_channel_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES alert_rule(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert_message ADD CONSTRAINT alert_message_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES alert_rule(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert ADD CONSTRAINT alert_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES alert_rule(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert_rule ADD CONSTRAINT alert_rule_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE api_key ADD CONSTRAINT api_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_request ADD CONSTRAINT api_request_organization_id_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_key(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_request ADD CONSTRAINT api_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE asked_survey ADD CONSTRAINT asked_survey_organization_id_sending_id_fkey FOREIGN KEY (organization_id, sending_id) REFERENCES sending(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE audit_event ADD CONSTRAINT audit_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE authenticator_app ADD CONSTRAINT authenticator_app_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE captured_message ADD CONSTRAINT captured_message_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE contact ADD CONSTRAINT contact_organization_id_contact_organization_id_fkey FOREIGN KEY (organization_id, contact_organization_id) REFERENCES contact_organization(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE contact ADD CONSTRAINT contact_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE contact ADD CONSTRAINT contact_organization_id_location_id_fkey FOREIGN KEY (organization_id, location_id) REFERENCES location(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE contact_organization ADD CONSTRAINT contact_organization_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE contact_organization ADD CONSTRAINT contact_organization_organization_id_merged_into_id_fkey FOREIGN KEY (organization_id, merged_into_id) REFERENCES contact_organization(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE contact_search_total ADD CONSTRAINT contact_search_total_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE daily_use ADD CONSTRAINT daily_use_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE digest_mail ADD CONSTRAINT digest_mail_organization_id_digest_id_fkey FOREIGN KEY (organization_id, digest_id) REFERENCES digest(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE digest ADD CONSTRAINT digest_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_change ADD CONSTRAINT email_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_verification ADD CONSTRAINT email_verification_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE employee ADD CONSTRAINT employee_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE employee ADD CONSTRAINT employee_organization_id_merged_into_id_fkey FOREIGN KEY (organization_id, merged_into_id) REFERENCES employee(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE idempotent_answer ADD CONSTRAINT idempotent_answer_organization_id_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_key(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE idempotent_answer ADD CONSTRAINT idempotent_answer_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE identity ADD CONSTRAINT identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invitation ADD CONSTRAINT invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE job_wake ADD CONSTRAINT job_wake_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE location ADD CONSTRAINT location_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE location ADD CONSTRAINT location_organization_id_merged_into_id_fkey FOREIGN KEY (organization_id, merged_into_id) REFERENCES location(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE membership ADD CONSTRAINT membership_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE membership ADD CONSTRAINT membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE passkey ADD CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE phone_change ADD CONSTRAINT phone_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE removed_review ADD CONSTRAINT removed_review_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE reply_template ADD CONSTRAINT reply_template_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_event ADD CONSTRAINT response_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_event ADD CONSTRAINT response_event_organization_id_response_id_fkey FOREIGN KEY (organization_id, response_id) REFERENCES response(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_note ADD CONSTRAINT response_note_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_note ADD CONSTRAINT response_note_organization_id_response_id_fkey FOREIGN KEY (organization_id, response_id) REFERENCES response(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response ADD CONSTRAINT response_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response ADD CONSTRAINT response_organization_id_sending_id_fkey FOREIGN KEY (organization_id, sending_id) REFERENCES sending(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE response ADD CONSTRAINT response_organization_id_sending_step_id_fkey FOREIGN KEY (organization_id, sending_step_id) REFERENCES sending_step(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE response ADD CONSTRAINT response_organization_id_survey_id_fkey FOREIGN KEY (organization_id, survey_id) REFERENCES survey(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE response_reply ADD CONSTRAINT response_reply_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_reply ADD CONSTRAINT response_reply_organization_id_response_id_fkey FOREIGN KEY (organization_id, response_id) REFERENCES response(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_tag ADD CONSTRAINT response_tag_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_tagging ADD CONSTRAINT response_tagging_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_tagging ADD CONSTRAINT response_tagging_organization_id_response_id_fkey FOREIGN KEY (organization_id, response_id) REFERENCES response(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE response_tagging ADD CONSTRAINT response_tagging_organization_id_tag_id_fkey FOREIGN KEY (organization_id, tag_id) REFERENCES response_tag(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_consent ADD CONSTRAINT review_consent_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_consent ADD CONSTRAINT review_consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_event ADD CONSTRAINT review_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_event ADD CONSTRAINT review_event_organization_id_review_id_fkey FOREIGN KEY (organization_id, review_id) REFERENCES review(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review ADD CONSTRAINT review_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review ADD CONSTRAINT review_organization_id_location_id_fkey FOREIGN KEY (organization_id, location_id) REFERENCES location(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE review ADD CONSTRAINT review_organization_id_source_id_fkey FOREIGN KEY (organization_id, source_id) REFERENCES review_source(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE review_reply_tally ADD CONSTRAINT review_reply_tally_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_source ADD CONSTRAINT review_source_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE review_tally ADD CONSTRAINT review_tally_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sandbox_review ADD CONSTRAINT sandbox_review_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES sandbox_site(organization_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sandbox_site ADD CONSTRAINT sandbox_site_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE saved_view ADD CONSTRAINT saved_view_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES membership(organization_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sending ADD CONSTRAINT sending_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sending ADD CONSTRAINT sending_organization_id_survey_id_fkey FOREIGN KEY (organization_id, survey_id) REFERENCES survey(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE sending_step ADD CONSTRAINT sending_step_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sending_step ADD CONSTRAINT sending_step_organization_id_sending_id_fkey FOREIGN KEY (organization_id, sending_id) REFERENCES sending(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sending_step ADD CONSTRAINT sending_step_organization_id_survey_id_fkey FOREIGN KEY (organization_id, survey_id) REFERENCES survey(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE sequence ADD CONSTRAINT sequence_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sequence_revision ADD CONSTRAINT sequence_revision_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sequence_step ADD CONSTRAINT sequence_step_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sequence_step ADD CONSTRAINT sequence_step_organization_id_sequence_id_fkey FOREIGN KEY (organization_id, sequence_id) REFERENCES sequence(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sequence_step ADD CONSTRAINT sequence_step_organization_id_survey_id_fkey FOREIGN KEY (organization_id, survey_id) REFERENCES survey(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE session ADD CONSTRAINT session_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE session ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE sign_in_step ADD CONSTRAINT sign_in_step_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE suppression ADD CONSTRAINT suppression_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE survey ADD CONSTRAINT survey_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE system_email ADD CONSTRAINT system_email_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE system_email ADD CONSTRAINT system_email_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE visit ADD CONSTRAINT visit_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES membership(organization_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_organization_id_delivery_id_fkey FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_delivery(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES webhook_subscription(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_subscription ADD CONSTRAINT webhook_subscription_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_subscription ADD CONSTRAINT webhook_subscription_organization_id_owner_key_id_fkey FOREIGN KEY (organization_id, owner_key_id) REFERENCES api_key(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

INSERT INTO job_pulse (job) VALUES ('sweep');
