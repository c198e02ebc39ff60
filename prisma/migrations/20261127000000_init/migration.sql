-- Everything of a new installation. An older one is brought to the same state by prisma/upgrades.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE list_change (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  n bigint NOT NULL
);

CREATE TABLE list_total (
  organization_id uuid NOT NULL,
  list text NOT NULL,
  total bigint DEFAULT 0 NOT NULL
);

CREATE TABLE response_daily_stats (
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

CREATE TABLE account_token (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  purpose text DEFAULT 'verification'::text NOT NULL,
  subject_id uuid
);

CREATE TABLE alert (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  rule_id uuid NOT NULL,
  subject_id uuid,
  state text DEFAULT 'waiting'::text NOT NULL,
  reason jsonb,
  notification_id uuid,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT alert_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);

CREATE TABLE alert_candidate (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL
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
  notification_id uuid NOT NULL,
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
  notified_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  sms_user_ids uuid[] DEFAULT ARRAY[]::uuid[],
  CONSTRAINT alert_rule_bands_check CHECK ((bands <@ ARRAY['positive'::text, 'neutral'::text, 'negative'::text])),
  CONSTRAINT alert_rule_pause_check CHECK (((pause_minutes >= 0) AND (pause_minutes <= 1440))),
  CONSTRAINT alert_rule_trigger_check CHECK ((trigger = ANY (ARRAY['response'::text, 'review'::text])))
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
  previous_by_id uuid,
  secret_by_id uuid,
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
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

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

CREATE TABLE daily_usage (
  organization_id uuid NOT NULL,
  day date NOT NULL,
  allowed integer,
  used integer DEFAULT 0 NOT NULL,
  accepted integer DEFAULT 0 NOT NULL,
  bounced integer DEFAULT 0 NOT NULL,
  complained integer DEFAULT 0 NOT NULL,
  owner_id uuid
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
  CONSTRAINT digest_figures_check CHECK (((figures IS NULL) = (reason IS NOT NULL))),
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

CREATE TABLE idempotency_record (
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

CREATE TABLE job_heartbeat (
  job text NOT NULL,
  at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);

CREATE TABLE job_signal (
  organization_id uuid NOT NULL,
  job text NOT NULL,
  queued_at timestamp(3) with time zone,
  timer_at timestamp(3) with time zone
);

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
  response_text_days integer,
  response_text_erased_to timestamp(3) with time zone,
  postal_address text,
  reply_to_user_id uuid,
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

CREATE UNLOGGED TABLE rate_limit_counter (
  bucket bytea NOT NULL,
  count integer NOT NULL,
  resets_at timestamp(3) with time zone NOT NULL
)
WITH (fillfactor='70');

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
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

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

CREATE TABLE response_daily_stats_time_zone (
  organization_id uuid NOT NULL,
  time_zone text NOT NULL
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
  bulk_action_id uuid
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
  reply_checked_at timestamp(3) with time zone,
  reply_state text,
  reply_tries integer DEFAULT 0 NOT NULL,
  reply_version integer DEFAULT 0 NOT NULL,
  seen_at timestamp(3) with time zone,
  source_id uuid,
  url text,
  CONSTRAINT review_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT review_reply_check CHECK (((reply_text IS NULL) = (responded_at IS NULL))),
  CONSTRAINT review_reply_state_check CHECK ((reply_state = ANY (ARRAY['sending'::text, 'live'::text, 'pending'::text, 'rejected'::text, 'failed'::text, 'local'::text, 'removing'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

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
  sync_cursor jsonb,
  watermark timestamp(6) with time zone,
  next_sync_at timestamp(3) with time zone,
  next_full_sync_at timestamp(3) with time zone,
  claim_id uuid,
  claimed_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone,
  full_sync_at timestamp(3) with time zone,
  failure jsonb,
  failed_at timestamp(3) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  skipped_first text,
  skipped_reviews integer DEFAULT 0 NOT NULL,
  CONSTRAINT review_source_due_check CHECK (((next_sync_at IS NULL) OR (status = ANY (ARRAY['connected'::text, 'removing'::text])))),
  CONSTRAINT review_source_kind_check CHECK ((kind = ANY (ARRAY['google'::text, 'trustpilot'::text, 'feed'::text, 'sandbox'::text]))),
  CONSTRAINT review_source_status_check CHECK ((status = ANY (ARRAY['connected'::text, 'reconnect'::text, 'disconnected'::text, 'removing'::text])))
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
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  is_down boolean DEFAULT false NOT NULL,
  holds_replies boolean DEFAULT false NOT NULL
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
  anchor_at timestamp(3) with time zone NOT NULL,
  due_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  reason jsonb,
  CONSTRAINT sending_reason_check CHECK (((reason IS NULL) OR (((reason ->> 'code'::text) IS NOT NULL) AND (jsonb_typeof((reason -> 'values'::text)) = 'object'::text)))),
  CONSTRAINT sending_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'cancelled'::text, 'failed'::text])))
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
  reason jsonb,
  CONSTRAINT sending_step_reason_check CHECK (((reason IS NULL) OR (((reason ->> 'code'::text) IS NOT NULL) AND (jsonb_typeof((reason -> 'values'::text)) = 'object'::text)))),
  CONSTRAINT sending_step_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'captured'::text, 'sent'::text, 'delivered'::text, 'bounced'::text, 'opened'::text, 'answered'::text, 'skipped'::text, 'failed'::text, 'completed'::text])))
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

CREATE TABLE sign_in_challenge (
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

CREATE TABLE survey_request (
  organization_id uuid NOT NULL,
  sending_id uuid NOT NULL,
  survey_id uuid NOT NULL,
  location_id uuid,
  employee_id uuid,
  delivered_at timestamp(3) with time zone,
  captured_at timestamp(3) with time zone,
  is_answered boolean DEFAULT false NOT NULL
);

CREATE TABLE system_email (
  id uuid NOT NULL,
  kind text NOT NULL,
  organization_id uuid,
  user_id uuid,
  address text,
  language text,
  subject_id uuid,
  "values" jsonb DEFAULT '{}'::jsonb NOT NULL,
  group_key text,
  count integer DEFAULT 1 NOT NULL,
  reported_count integer DEFAULT 0 NOT NULL,
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

CREATE TABLE unread_marker (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  new_since timestamp(3) with time zone NOT NULL,
  seen_until timestamp(3) with time zone NOT NULL,
  active_at timestamp(3) with time zone NOT NULL,
  opened_ids uuid[] DEFAULT ARRAY[]::uuid[]
);

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
  phone_reached boolean DEFAULT false NOT NULL,
  suspended_at timestamp(3) with time zone
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

ALTER TABLE account_token ADD CONSTRAINT account_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE alert_candidate ADD CONSTRAINT alert_candidate_pkey PRIMARY KEY (id);
ALTER TABLE alert_channel ADD CONSTRAINT alert_channel_pkey PRIMARY KEY (id);
ALTER TABLE alert_message ADD CONSTRAINT alert_message_pkey PRIMARY KEY (id);
ALTER TABLE alert ADD CONSTRAINT alert_pkey PRIMARY KEY (id);
ALTER TABLE alert_rule ADD CONSTRAINT alert_rule_pkey PRIMARY KEY (id);
ALTER TABLE api_key ADD CONSTRAINT api_key_pkey PRIMARY KEY (id);
ALTER TABLE api_request ADD CONSTRAINT api_request_pkey PRIMARY KEY (id);
ALTER TABLE audit_event ADD CONSTRAINT audit_event_pkey PRIMARY KEY (id);
ALTER TABLE authenticator_app ADD CONSTRAINT authenticator_app_pkey PRIMARY KEY (user_id);
ALTER TABLE captured_message ADD CONSTRAINT captured_message_pkey PRIMARY KEY (id);
ALTER TABLE contact_organization ADD CONSTRAINT contact_organization_pkey PRIMARY KEY (id);
ALTER TABLE contact ADD CONSTRAINT contact_pkey PRIMARY KEY (id);
ALTER TABLE contact_search_total ADD CONSTRAINT contact_search_total_pkey PRIMARY KEY (organization_id, patterns);
ALTER TABLE daily_usage ADD CONSTRAINT daily_usage_pkey PRIMARY KEY (organization_id, day);
ALTER TABLE digest_mail ADD CONSTRAINT digest_mail_pkey PRIMARY KEY (id);
ALTER TABLE digest ADD CONSTRAINT digest_pkey PRIMARY KEY (id);
ALTER TABLE email_change ADD CONSTRAINT email_change_pkey PRIMARY KEY (user_id);
ALTER TABLE employee ADD CONSTRAINT employee_pkey PRIMARY KEY (id);
ALTER TABLE idempotency_record ADD CONSTRAINT idempotency_record_pkey PRIMARY KEY (organization_id, api_key_id, key);
ALTER TABLE identity ADD CONSTRAINT identity_pkey PRIMARY KEY (id);
ALTER TABLE installation ADD CONSTRAINT installation_pkey PRIMARY KEY (id);
ALTER TABLE invitation ADD CONSTRAINT invitation_pkey PRIMARY KEY (id);
ALTER TABLE job_heartbeat ADD CONSTRAINT job_heartbeat_pkey PRIMARY KEY (job);
ALTER TABLE job_signal ADD CONSTRAINT job_signal_pkey PRIMARY KEY (organization_id, job);
ALTER TABLE list_total ADD CONSTRAINT list_total_pkey PRIMARY KEY (organization_id, list);
ALTER TABLE location ADD CONSTRAINT location_pkey PRIMARY KEY (id);
ALTER TABLE membership ADD CONSTRAINT membership_pkey PRIMARY KEY (organization_id, user_id);
ALTER TABLE organization ADD CONSTRAINT organization_pkey PRIMARY KEY (id);
ALTER TABLE passkey ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE phone_change ADD CONSTRAINT phone_change_pkey PRIMARY KEY (user_id);
ALTER TABLE rate_limit_counter ADD CONSTRAINT rate_limit_counter_pkey PRIMARY KEY (bucket);
ALTER TABLE rate_window ADD CONSTRAINT rate_window_pkey PRIMARY KEY (organization_id);
ALTER TABLE recovery_code ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (code_hash);
ALTER TABLE removed_review ADD CONSTRAINT removed_review_pkey PRIMARY KEY (organization_id, source, external_id);
ALTER TABLE reply_template ADD CONSTRAINT reply_template_pkey PRIMARY KEY (id);
ALTER TABLE response_change ADD CONSTRAINT response_change_pkey PRIMARY KEY (id);
ALTER TABLE response_daily_stats ADD CONSTRAINT response_daily_stats_pkey PRIMARY KEY (organization_id, survey_id, dimension, span, day, dimension_id);
ALTER TABLE response_daily_stats_time_zone ADD CONSTRAINT response_daily_stats_time_zone_pkey PRIMARY KEY (organization_id);
ALTER TABLE response_event ADD CONSTRAINT response_event_pkey PRIMARY KEY (id);
ALTER TABLE response_note ADD CONSTRAINT response_note_pkey PRIMARY KEY (id);
ALTER TABLE response ADD CONSTRAINT response_pkey PRIMARY KEY (id);
ALTER TABLE response_reply ADD CONSTRAINT response_reply_pkey PRIMARY KEY (id);
ALTER TABLE response_tag ADD CONSTRAINT response_tag_pkey PRIMARY KEY (id);
ALTER TABLE response_tagging ADD CONSTRAINT response_tagging_pkey PRIMARY KEY (organization_id, tag_id, response_id);
ALTER TABLE review_consent ADD CONSTRAINT review_consent_pkey PRIMARY KEY (id);
ALTER TABLE review_event ADD CONSTRAINT review_event_pkey PRIMARY KEY (id);
ALTER TABLE review ADD CONSTRAINT review_pkey PRIMARY KEY (id);
ALTER TABLE review_source ADD CONSTRAINT review_source_pkey PRIMARY KEY (id);
ALTER TABLE sandbox_review ADD CONSTRAINT sandbox_review_pkey PRIMARY KEY (id);
ALTER TABLE sandbox_site ADD CONSTRAINT sandbox_site_pkey PRIMARY KEY (organization_id);
ALTER TABLE saved_view ADD CONSTRAINT saved_view_pkey PRIMARY KEY (id);
ALTER TABLE sending ADD CONSTRAINT sending_pkey PRIMARY KEY (id);
ALTER TABLE sending_step ADD CONSTRAINT sending_step_pkey PRIMARY KEY (id);
ALTER TABLE sequence ADD CONSTRAINT sequence_pkey PRIMARY KEY (id);
ALTER TABLE sequence_revision ADD CONSTRAINT sequence_revision_pkey PRIMARY KEY (organization_id, sequence_id);
ALTER TABLE sequence_step ADD CONSTRAINT sequence_step_pkey PRIMARY KEY (id);
ALTER TABLE session ADD CONSTRAINT session_pkey PRIMARY KEY (id);
ALTER TABLE sign_in_challenge ADD CONSTRAINT sign_in_challenge_pkey PRIMARY KEY (token_hash);
ALTER TABLE suppression ADD CONSTRAINT suppression_pkey PRIMARY KEY (organization_id, email_hash, reason);
ALTER TABLE survey ADD CONSTRAINT survey_pkey PRIMARY KEY (id);
ALTER TABLE survey_request ADD CONSTRAINT survey_request_pkey PRIMARY KEY (organization_id, sending_id, survey_id);
ALTER TABLE system_email ADD CONSTRAINT system_email_pkey PRIMARY KEY (id);
ALTER TABLE unread_marker ADD CONSTRAINT unread_marker_pkey PRIMARY KEY (organization_id, user_id);
ALTER TABLE "user" ADD CONSTRAINT user_pkey PRIMARY KEY (id);
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (id);
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (id);
ALTER TABLE webhook_subscription ADD CONSTRAINT webhook_subscription_pkey PRIMARY KEY (id);

-- The given time zone if PostgreSQL knows it, else UTC, so that one organization's setting cannot break a statement about
-- all of them. Names without a slash are refused: PostgreSQL also reads abbreviations (`IST` is Israel's) and offsets
-- (`+05:30` is west of Greenwich), which browsers read differently.
CREATE OR REPLACE FUNCTION valid_time_zone(p_name text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_name = 'UTC' THEN RETURN p_name; END IF;
  IF p_name NOT LIKE '%/%' AND (p_name !~ '^[A-Za-z]' OR EXISTS (SELECT FROM pg_timezone_abbrevs WHERE abbrev = upper(p_name)))
  THEN RETURN 'UTC'; END IF;
  PERFORM '2000-01-01'::timestamptz AT TIME ZONE p_name;
  RETURN p_name;
EXCEPTION WHEN invalid_parameter_value THEN RETURN 'UTC';
END $$;

-- Aggregates changes of responses to rows of response_daily_stats: per survey and for all surveys (zeros); in each in total,
-- per location and per employee; by day and by month in the stored time zone of the organization's statistics.
-- p_changes: a query of rows shaped as response_change.
CREATE OR REPLACE FUNCTION response_daily_stats_rows(p_organization_id uuid, p_changes text) RETURNS SETOF response_daily_stats LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY EXECUTE format($q$
    WITH changes AS (%s), clock AS MATERIALIZED (
      SELECT valid_time_zone(coalesce(k.time_zone, o.time_zone)) AS zone FROM organization o
      LEFT JOIN response_daily_stats_time_zone k ON k.organization_id = o.id WHERE o.id = $1)
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

-- Adds the rows of a query (`p_changes`, shaped as response_change) to response_daily_stats, and stores the time zone of its
-- days. Called by compact_response_changes and server/responses.
CREATE OR REPLACE FUNCTION add_to_response_daily_stats(p_organization_id uuid, p_changes text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_daily_stats_time_zone (organization_id, time_zone)
  SELECT id, valid_time_zone(time_zone) FROM organization WHERE id = p_organization_id ON CONFLICT DO NOTHING;
  INSERT INTO response_daily_stats AS t SELECT * FROM response_daily_stats_rows(p_organization_id, p_changes)
  ON CONFLICT (organization_id, survey_id, dimension, span, day, dimension_id) DO UPDATE SET
    responses = t.responses + excluded.responses, positive = t.positive + excluded.positive, neutral = t.neutral + excluded.neutral, negative = t.negative + excluded.negative, nps_0 = t.nps_0 + excluded.nps_0, nps_1 = t.nps_1 + excluded.nps_1, nps_2 = t.nps_2 + excluded.nps_2, nps_3 = t.nps_3 + excluded.nps_3, nps_4 = t.nps_4 + excluded.nps_4, nps_5 = t.nps_5 + excluded.nps_5, nps_6 = t.nps_6 + excluded.nps_6, nps_7 = t.nps_7 + excluded.nps_7, nps_8 = t.nps_8 + excluded.nps_8, nps_9 = t.nps_9 + excluded.nps_9, nps_10 = t.nps_10 + excluded.nps_10, csat_1 = t.csat_1 + excluded.csat_1, csat_2 = t.csat_2 + excluded.csat_2, csat_3 = t.csat_3 + excluded.csat_3, csat_4 = t.csat_4 + excluded.csat_4, csat_5 = t.csat_5 + excluded.csat_5, ces_1 = t.ces_1 + excluded.ces_1, ces_2 = t.ces_2 + excluded.ces_2, ces_3 = t.ces_3 + excluded.ces_3, ces_4 = t.ces_4 + excluded.ces_4, ces_5 = t.ces_5 + excluded.ces_5, ces_6 = t.ces_6 + excluded.ces_6, ces_7 = t.ces_7 + excluded.ces_7, delivered = t.delivered + excluded.delivered, answered = t.answered + excluded.answered, captured = t.captured + excluded.captured;
END $$;

-- Authenticates one API request and counts it against the rate limits of its organization, in one round trip. Returns no row
-- for an unknown key; a refused request is not counted. The key is looked up by its hash under each accepted secret, the
-- current one first; a key found under an older secret is re-hashed with the current one. Hashes of a rotated key
-- (`previous_hash`) are only looked up if no current one matches, so that other requests do not pay for rotations. Called by
-- server/api-keys for every request of /api/v1; see docs/decisions/0005-rate-limit.md and 0025-api-key-rotation.md.
-- The ring buffers are local arrays and their loops are inline, because passing an array to a function copies it.
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
    -- Secrets only move from current to previous; this order misses none that moves concurrently.
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
  -- Reads the clock under the lock, so that time never goes back within one organization.
  at_epoch := extract(epoch FROM clock_timestamp());
  m := greatest(floor(at_epoch * 4)::bigint, m_last);
  h := greatest(floor(at_epoch / 15)::bigint, h_last);

  -- Empties the slots that left the window.
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
      -- Only if unchanged: a rotation may have happened in between.
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
  -- A slot ends at (slot + 1) × width and leaves the window one window length later.
  minute_reset := ceil((m + 241) / 4.0 - at_epoch)::integer;
  hour_reset := ceil((h + 241) * 15.0 - at_epoch)::integer;
  retry_after := 0;
  IF NOT admitted THEN
    -- When the oldest counted slot of each full window leaves the window.
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

-- Key of the list of a stored contact search in list_change. Used by the triggers of contact, compact_list_changes and
-- server/contacts. Inlined by PostgreSQL.
CREATE OR REPLACE FUNCTION search_list_key(search_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact?' || search_id::text;

-- Adds committed rows of list_change to list_total and deletes them, once there are a hundred. One transaction per
-- organization at a time; a concurrent call returns at once. Called by the trigger of list_change; see
-- docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION compact_list_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM list_change WHERE organization_id = p_organization_id LIMIT 100) c) < 100
    OR NOT pg_try_advisory_xact_lock(hashtextextended('list_change ' || p_organization_id, 0)) THEN RETURN; END IF;
  -- Drops searches whose count never finished.
  DELETE FROM contact_search_total
  WHERE organization_id = p_organization_id AND total IS NULL AND counted_at < clock_timestamp() - interval '10 minutes';
  -- Keeps changes of searches being counted; drops those of searches no longer stored.
  WITH summed AS (
    DELETE FROM list_change c WHERE organization_id = p_organization_id AND NOT EXISTS (
      SELECT FROM contact_search_total s
      WHERE s.organization_id = p_organization_id AND s.total IS NULL AND c.list = search_list_key(s.id))
    RETURNING list, n
  ), sums AS (
    SELECT list, sum(n)::bigint AS n FROM summed GROUP BY list
  ), searches AS (
    UPDATE contact_search_total s SET total = s.total + d.n FROM sums d
    WHERE s.organization_id = p_organization_id AND d.list = search_list_key(s.id)
  )
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT p_organization_id, list, n FROM sums WHERE list NOT LIKE 'contact?%'
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
END $$;

-- Runs compact_list_changes after each insert into list_change.
CREATE OR REPLACE FUNCTION compact_after_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM compact_list_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER compact_after_list_change AFTER INSERT ON list_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION compact_after_list_change();

-- Adds committed rows of response_change to response_daily_stats and deletes them, once there are two hundred. One
-- transaction per organization at a time; a concurrent call returns at once. Bitmap scans are off because they collect the
-- dead rows that an index scan skips. Called by the trigger of response_change; see docs/decisions/0027-response-statistics.md.
CREATE OR REPLACE FUNCTION compact_response_changes(p_organization_id uuid) RETURNS void LANGUAGE plpgsql SET enable_bitmapscan = off AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM response_change WHERE organization_id = p_organization_id LIMIT 200) c) < 200
    OR NOT pg_try_advisory_xact_lock(hashtextextended('response_daily_stats ' || p_organization_id, 0)) THEN RETURN; END IF;
  PERFORM add_to_response_daily_stats(p_organization_id,
    format('DELETE FROM response_change WHERE organization_id = %L RETURNING *', p_organization_id));
END $$;

-- Runs compact_response_changes after one of twenty inserts into response_change: the check costs more than the insert.
CREATE OR REPLACE FUNCTION compact_after_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM compact_response_changes(organization_id) FROM (SELECT DISTINCT organization_id FROM new_rows WHERE id % 20 = 0) o;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER compact_after_response_change AFTER INSERT ON response_change
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION compact_after_response_change();

-- Substrings of five letters of a contact's names and email, each prefixed with the end of the organization's id, for the
-- index contact_search_idx. The prefix keeps one posting list per organization, so that a search does not read other
-- organizations' entries. A shorter search word is a prefix of such a substring. After a change of this function, rebuild
-- contact_search_idx.
-- The cost tells the planner that computing the substrings is more expensive than looking them up.
CREATE OR REPLACE FUNCTION contact_grams(organization_id uuid, words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT COST 10000 AS $$
BEGIN
  -- The end of a UUID of version 7 is random. Organizations that share it read each other's entries, never a contact: the
  -- query also compares the organization.
  RETURN array_to_tsvector(ARRAY(SELECT right(organization_id::text, 8) || substr(words, i, 5) FROM generate_series(1, char_length(words)) i));
END $$;

-- Folds case letter by letter, for stored text and search input alike: both small sigmas are one letter, dotted and dotless
-- i too, and ß becomes ss. Accents are kept. Independent of the database's locale where the server has a portable collation
-- (PostgreSQL 17 and newer). Used by contact_search_text, server/contacts and server/surveys.
-- After applying this function again, rebuild contact_search_idx and empty contact_search_total, even if the text did not
-- change: a newer server may choose another collation.
DO $do$
DECLARE
  collation_name text := coalesce(
    (SELECT quote_ident(collname) FROM pg_collation
     WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_unicode_fast', 'pg_c_utf8') AND getdatabaseencoding() = 'UTF8'
     ORDER BY collname DESC LIMIT 1), '"default"');
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION fold_case(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN replace(replace(replace(lower(upper(words COLLATE %1$s)), 'ς', 'σ'), 'ß', 'ss'), U&'i\0307', 'i')
  $create$, collation_name);
END $do$;

-- The text that the contact search matches: names and email, each after a space. Used by the index contact_search_idx, the
-- triggers of contact and server/contacts. After a change of this function, rebuild contact_search_idx and empty
-- contact_search_total.
CREATE OR REPLACE FUNCTION contact_search_text(first_name text, last_name text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN fold_case(' ' || first_name || ' ' || coalesce(last_name, '') || ' ' || email);

-- Key of the list of a location's contacts in list_total and list_change. Used by the triggers of contact and
-- server/contacts. Inlined by PostgreSQL.
CREATE OR REPLACE FUNCTION location_list_key(location_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 'contact@' || location_id::text;

-- Records inserted contacts in list_change: for all contacts, their locations and the stored searches that match them. See
-- docs/decisions/0002-totals.md.
CREATE OR REPLACE FUNCTION contact_totals_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', count(*) FROM new_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list_key(location_id), count(*) FROM new_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list_key(s.id), count(*) FROM contact_search_total s
  JOIN new_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_add AFTER INSERT ON contact
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_add();

-- Records in list_change which location lists and stored searches an update of contacts changes; returns early if location,
-- names and email are unchanged.
CREATE OR REPLACE FUNCTION contact_totals_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.location_id, n.first_name, n.last_name, n.email) IS DISTINCT FROM (o.location_id, o.first_name, o.last_name, o.email)
  ) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, list, sum(n) FROM (
    SELECT organization_id, location_list_key(location_id) AS list, 1 AS n FROM new_rows WHERE location_id IS NOT NULL
    UNION ALL SELECT organization_id, location_list_key(location_id), -1 FROM old_rows WHERE location_id IS NOT NULL
    UNION ALL
    SELECT s.organization_id, search_list_key(s.id), r.n FROM contact_search_total s
    JOIN (SELECT organization_id, contact_search_text(first_name, last_name, email) AS words, 1 AS n FROM new_rows
          UNION ALL
          SELECT organization_id, contact_search_text(first_name, last_name, email), -1 FROM old_rows) r
      ON r.organization_id = s.organization_id AND r.words LIKE ALL (s.patterns)) d
  GROUP BY organization_id, list HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_change AFTER UPDATE ON contact
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_change();

-- Records deleted contacts in list_change; the counterpart of contact_totals_add.
CREATE OR REPLACE FUNCTION contact_totals_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'contact', -count(*) FROM old_rows GROUP BY organization_id
  UNION ALL
  SELECT organization_id, location_list_key(location_id), -count(*) FROM old_rows WHERE location_id IS NOT NULL
  GROUP BY organization_id, location_id
  UNION ALL
  SELECT s.organization_id, search_list_key(s.id), -count(*) FROM contact_search_total s
  JOIN old_rows r ON r.organization_id = s.organization_id
    AND contact_search_text(r.first_name, r.last_name, r.email) LIKE ALL (s.patterns)
  GROUP BY s.organization_id, s.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER contact_totals_remove AFTER DELETE ON contact
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION contact_totals_remove();

-- A UUID of version 7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, the rest random. For statements that create rows
-- themselves. PostgreSQL 18 has uuidv7(); the service also runs on 15 to 17.
CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

-- Inserts one webhook delivery per event and active subscription to its kind; a subscription with an owner key counts only
-- while that key is active. Locks the subscriptions against deletion until the transaction ends, so a concurrent unsubscribe
-- either waits or is seen. Returns the ids of the deliveries. Called by server/unit-of-work.ts and server/contacts.
CREATE OR REPLACE FUNCTION emit_events(p_organization_id uuid, p_kinds text[], p_bodies text[], p_at timestamptz)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  subscription_ids uuid[];
  written uuid[];
BEGIN
  SELECT array_agg(h.id) INTO subscription_ids FROM (
    SELECT s.id FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = p_organization_id AND s.active AND s.trigger_types && p_kinds AND coalesce(k.is_active, true)
    ORDER BY s.id FOR KEY SHARE OF s) h;
  IF subscription_ids IS NULL THEN RETURN '{}'; END IF;
  WITH made AS (
    INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, next_attempt_at, created_at)
    SELECT uuid_v7(), p_organization_id, s.id, e.kind, e.body, p_at, p_at
    FROM unnest(p_kinds, p_bodies) WITH ORDINALITY AS e(kind, body, position)
    JOIN webhook_subscription s ON s.id = ANY (subscription_ids) AND e.kind = ANY (s.trigger_types)
    ORDER BY e.position, s.id
    RETURNING id)
  SELECT coalesce(array_agg(id), '{}') INTO written FROM made;
  RETURN written;
END $$;

-- fold_case without accents, for the command menu. Removes combining marks on letters only, not the vowel signs of scripts
-- that need them. Used by folded_words, the indexes contact_find_*_idx and server/search. After a change of this function,
-- rebuild contact_find_*_idx and response_find_idx. Requires a UTF-8 database. Not STRICT, because PostgreSQL does not
-- inline a CASE in a strict function.
DO $do$
BEGIN
  EXECUTE format($create$
    CREATE OR REPLACE FUNCTION fold_accents(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN %s
  $create$, CASE getdatabaseencoding() WHEN 'UTF8' THEN $body$
    CASE WHEN octet_length(words) = char_length(words) THEN fold_case(words)
      ELSE normalize(replace(replace(translate(
        regexp_replace(normalize(fold_case(words), NFD), U&'[\0300-\036F]', '', 'g'), 'øłđ', 'old'), 'œ', 'oe'), 'æ', 'ae'), NFC) END
  $body$ ELSE 'fold_case(words)' END);
END $do$;

-- The words of a text as the command menu compares them, separated by spaces: `jean.dupont@example.com` has four. Used by
-- response_search_lexemes and server/search. After a change of this function, rebuild response_find_idx.
CREATE OR REPLACE FUNCTION folded_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(fold_accents(words), E'.@_-+,;:!?/\'"()’\n\r\t', '                   ') || ' ';

-- Whether a provider accepted the message and did not bounce it. Messages captured in the Outbox have no sent_at.
CREATE OR REPLACE FUNCTION is_delivered(p_status text, p_sent_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN p_sent_at IS NOT NULL AND p_status IN ('sent', 'delivered', 'opened', 'answered');

-- Exact length of a list in the snapshot of the calling statement: its total and the changes recorded since. Called by
-- server/list-totals.ts and server/contacts.
CREATE OR REPLACE FUNCTION list_length(p_organization_id uuid, p_list text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce((SELECT total FROM list_total WHERE organization_id = p_organization_id AND list = p_list), 0)
  + coalesce((SELECT sum(n) FROM list_change WHERE organization_id = p_organization_id AND list = p_list), 0)::bigint;

-- Keeps the exact total of a list in list_total, for lists written in short transactions. Statement-level, so that a
-- statement takes the lock on the total once and last, which prevents deadlocks between writers.
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

-- The counterpart of list_total_add for deletes.
CREATE OR REPLACE FUNCTION list_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE list_total t SET total = t.total - gone.n
  FROM (SELECT organization_id, count(*) AS n FROM old_rows GROUP BY organization_id) gone
  WHERE t.organization_id = gone.organization_id AND t.list = TG_TABLE_NAME;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sequence_total_remove AFTER DELETE ON sequence
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_remove();

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

-- The words of a text as written, separated by spaces; punctuation and three kinds of non-breaking spaces become spaces.
-- Used by response_search_lexemes, response_phrases and server/responses. After a change of this function, rebuild
-- response_find_idx.
CREATE OR REPLACE FUNCTION text_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ' ' || translate(words, E'.@_-+,;:!?/\'"()’‘“”„«»‹›…–—‑·•¡¿[]{}<>*&%#=|~^\\`   \n\r\t', repeat(' ', 60)) || ' ';

-- The words of a text without case and accents, each between single spaces, for matching phrases. Used by response_phrases
-- and server/responses.
CREATE OR REPLACE FUNCTION phrase_words(words text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(fold_accents(text_words(words)), ' {2,}', ' ', 'g');

-- Keeps the exact totals of locations, employees and contact organizations: a merged or deleted record leaves its list at
-- once, although its row stays until nothing refers to it.
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

-- The counterpart of record_total_change for deleted rows; rows merged or deleted before are in no total.
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

-- Recomputes, for surveys in sendings, when they were first delivered or captured and whether they were answered. Locks each
-- row before reading, so that the later of two concurrent changes sees both. `IS NOT DISTINCT FROM` cannot use an index: it
-- keeps the planner, whose statistics of a growing table are old, off the index on the survey, which may have millions of
-- responses where a sending has a few. Called by the triggers of sending_step and response.
CREATE OR REPLACE FUNCTION recount_survey_requests(p_organization_ids uuid[], p_sending_ids uuid[], p_survey_ids uuid[])
RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  INSERT INTO survey_request (organization_id, sending_id, survey_id, location_id, employee_id)
  SELECT d.organization_id, d.id, k.survey_id, d.location_id, d.employee_id
  FROM (SELECT DISTINCT organization_id, sending_id, survey_id
    FROM unnest(p_organization_ids, p_sending_ids, p_survey_ids) u(organization_id, sending_id, survey_id)) k
    JOIN sending d ON d.organization_id = k.organization_id AND d.id = k.sending_id
  ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING;
  PERFORM FROM survey_request a
    JOIN unnest(p_organization_ids, p_sending_ids, p_survey_ids) k(organization_id, sending_id, survey_id)
      ON a.organization_id = k.organization_id AND a.sending_id = k.sending_id AND a.survey_id = k.survey_id
  ORDER BY a.organization_id, a.sending_id, a.survey_id FOR UPDATE OF a;
  UPDATE survey_request a SET delivered_at = f.delivered_at, captured_at = f.captured_at, is_answered = f.is_answered
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

-- Records inserted completed responses in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION response_change_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, 1
  FROM new_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_add();

-- Records deleted completed responses in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION response_change_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, n)
  SELECT organization_id, created_at, survey_id, location_id, employee_id, nps_score, csat_score, ces_score, band, -1
  FROM old_rows WHERE status = 'completed';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_change_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_change_remove();

-- Records the difference that an update makes to completed responses in response_change, for response_daily_stats.
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

-- The words of a response's texts, folded, answer by answer, in which a quoted phrase is searched. Used by server/responses.
CREATE OR REPLACE FUNCTION response_phrases(answers jsonb) RETURNS text LANGUAGE sql IMMUTABLE STRICT
RETURN (SELECT string_agg(phrase_words(answer->>'value'), '|') FROM jsonb_array_elements(answers) answer WHERE answer->>'type' = 'text');

-- The search terms of a word: itself without case and accents, and its stems, prefixed with a space and their language.
-- French stems are kept with and without accents. A text in another language has only the word; search input (language null)
-- has the stems of both. Used by response_search_lexemes and server/responses. After a change of this function, rebuild
-- response_find_idx.
-- folded, spelled: the word by fold_accents and by fold_case.
CREATE OR REPLACE FUNCTION word_lexemes(language text, folded text, spelled text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(ARRAY[left(folded, 40),
  CASE WHEN coalesce(language, 'en') = 'en' THEN left(' en ' || (ts_lexize('pg_catalog.english_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' THEN left(' fr ' || (ts_lexize('pg_catalog.french_stem', folded))[1], 40) END,
  CASE WHEN coalesce(language, 'fr') = 'fr' AND spelled <> folded
    THEN left(' fr ' || fold_accents((ts_lexize('pg_catalog.french_stem', spelled))[1]), 40) END], NULL);

-- The lexemes of the words of a response's texts, prefixed with the end of the organization's id as in contact_grams, with
-- the same cost. Used by the index response_find_idx and server/responses. After a change of this function, rebuild that
-- index.
CREATE OR REPLACE FUNCTION response_search_lexemes(organization_id uuid, language text, answers jsonb) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || unnest(word_lexemes(language, folded, spelled)) FROM (
    SELECT fold_accents(word) AS folded, fold_case(word) AS spelled
    FROM jsonb_array_elements(answers) answer, string_to_table(text_words(answer->>'value'), ' ') word
    WHERE answer->>'type' = 'text' AND word <> '' OFFSET 0) words));

-- Copies a response's scores to its tag row, so that numbers by tag need only an index. Locks the response, so that a
-- concurrent change of it sees the tag.
CREATE OR REPLACE FUNCTION response_tagging_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN r.status = 'completed' THEN r.created_at END, r.survey_id, r.nps_score, r.csat_score, r.ces_score
  INTO NEW.answered_at, NEW.survey_id, NEW.nps_score, NEW.csat_score, NEW.ces_score
  FROM response r WHERE r.organization_id = NEW.organization_id AND r.id = NEW.response_id FOR SHARE;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER response_tagging_add BEFORE INSERT ON response_tagging
  FOR EACH ROW EXECUTE FUNCTION response_tagging_add();

-- Copies changed scores of a response to its tag rows.
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

-- Records in list_change how an update changes the number of completed responses.
CREATE OR REPLACE FUNCTION response_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', sum(n) FROM (
    SELECT organization_id, 1 AS n FROM new_rows WHERE status = 'completed'
    UNION ALL SELECT organization_id, -1 FROM old_rows WHERE status = 'completed') d
  GROUP BY organization_id HAVING sum(n) <> 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total();

-- Records inserted completed responses in list_change.
CREATE OR REPLACE FUNCTION response_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', count(*) FROM new_rows WHERE status = 'completed' GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_add();

-- Records deleted completed responses in list_change.
CREATE OR REPLACE FUNCTION response_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'response', -count(*) FROM old_rows WHERE status = 'completed' GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER response_total_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION response_total_remove();

-- The words of a review and its author's name, prefixed with the end of the organization's id as in contact_grams, with the
-- same cost. Used by the index review_find_idx and server/search. After a change of this function, rebuild that index.
CREATE OR REPLACE FUNCTION review_search_words(organization_id uuid, author_name text, text text) RETURNS tsvector
LANGUAGE sql IMMUTABLE COST 10000
RETURN array_to_tsvector(ARRAY(
  SELECT right(organization_id::text, 8) || left(word, 40)
  FROM string_to_table(folded_words(coalesce(author_name, '') || ' ' || text), ' ') word
  WHERE word <> ''));

-- Records inserted reviews in list_change.
CREATE OR REPLACE FUNCTION review_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'review', count(*) FROM new_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_add AFTER INSERT ON review
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_add();

-- Records deleted reviews in list_change.
CREATE OR REPLACE FUNCTION review_total_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The totals of a deleted organization are deleted with it.
  IF NOT EXISTS (SELECT FROM (SELECT DISTINCT organization_id AS id FROM old_rows) d JOIN organization o ON o.id = d.id) THEN RETURN NULL; END IF;
  INSERT INTO list_change (organization_id, list, n)
  SELECT organization_id, 'review', -count(*) FROM old_rows GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER review_total_remove AFTER DELETE ON review
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION review_total_remove();

-- The first moment of a day in a time zone. Where clocks go back to midnight, midnight occurs twice and `AT TIME ZONE`
-- returns the later one; one second before midnight is unambiguous. Where a whole day is skipped, no such second exists and
-- the first term is used.
CREATE OR REPLACE FUNCTION start_of_day(p_day date, p_zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT least(p_day::timestamp AT TIME ZONE p_zone,
    ((p_day::timestamp - interval '1 second') AT TIME ZONE p_zone) + interval '1 second')
$$;

-- Submits the answer to a survey link, or a response that was started and never submitted (submitted_at is null): writes the
-- response, the status of the sending's step, the webhook events (emit_events) and, if the organization has alert rules for
-- responses, a candidate for them. A low score opens a case. Returns the ids of the deliveries. Returns null and writes
-- nothing if the data that the response was built from has changed: another answer exists, the survey was archived, the
-- contact deleted, or the sending moved to another location. Called by server/responses.
-- p_response: a whole row of response as JSON. p_kinds: the events; empty for a response that already counts, which is
-- submitted without events and alerts and keeps its place in lists.
CREATE OR REPLACE FUNCTION submit_response(p_response jsonb, p_kinds text[], p_bodies text[]) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  answer response := jsonb_populate_record(NULL::response, p_response);
  started response;
  is_first boolean := cardinality(p_kinds) > 0;
BEGIN
  PERFORM lock_survey_request(answer.sending_step_id);
  -- A separate statement, so that it sees rows committed while it waited for the lock.
  SELECT r.* INTO started FROM sending_step s
    JOIN sending d ON d.organization_id = s.organization_id AND d.id = s.sending_id
    JOIN contact c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    JOIN survey v ON v.organization_id = s.organization_id AND v.id = s.survey_id
    LEFT JOIN response r ON r.organization_id = s.organization_id AND r.sending_step_id = s.id
  WHERE s.id = answer.sending_step_id AND s.organization_id = answer.organization_id
    AND (answer.submitted_at IS NULL OR v.status = 'active' AND v.deleted_at IS NULL)
    AND (r.id IS NULL AND answer.submitted_at IS NOT NULL OR r.id = answer.id AND r.submitted_at IS NULL)
    AND (r.status IS DISTINCT FROM 'completed') = is_first
    AND (d.id, s.survey_id, d.contact_id, d.sequence_id, d.location_id, d.employee_id) IS NOT DISTINCT FROM
      (answer.sending_id, answer.survey_id, answer.contact_id, answer.sequence_id, answer.location_id, answer.employee_id);
  IF NOT FOUND THEN RETURN NULL; END IF;
  answer.case_state := coalesce(started.case_state, CASE WHEN answer.band = 'negative' THEN 'open' END);
  UPDATE sending_step SET status = 'answered', updated_at = answer.updated_at WHERE id = answer.sending_step_id;
  IF started.id IS NOT NULL THEN
    UPDATE response SET (status, language, answers, nps_score, csat_score, ces_score, rating, is_promoter, is_detractor, band, case_state, submitted_at, created_at, updated_at)
      = (answer.status, answer.language, answer.answers, answer.nps_score, answer.csat_score, answer.ces_score, answer.rating, answer.is_promoter, answer.is_detractor, answer.band, answer.case_state, answer.submitted_at, answer.created_at, answer.updated_at)
    WHERE id = answer.id;
  ELSE
    INSERT INTO response SELECT answer.*;
  END IF;
  INSERT INTO alert_candidate (id, organization_id, kind, subject_id, created_at)
  SELECT uuid_v7(), answer.organization_id, 'response', answer.id, answer.updated_at
  WHERE is_first
    AND EXISTS (SELECT FROM alert_rule a WHERE a.organization_id = answer.organization_id AND a.active AND a.trigger = 'response')
  ON CONFLICT DO NOTHING;
  RETURN emit_events(answer.organization_id, p_kinds, p_bodies, answer.updated_at);
END $$;

-- Records changes of survey requests in response_change, for response_daily_stats.
CREATE OR REPLACE FUNCTION survey_request_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER survey_request_change AFTER UPDATE ON survey_request
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_change();

-- Records deleted survey requests in response_change, for response_daily_stats. Inserts need no trigger: a new row counts
-- nothing yet.
CREATE OR REPLACE FUNCTION survey_request_remove() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO response_change (organization_id, at, survey_id, location_id, employee_id, n, delivered, answered, captured)
  SELECT organization_id, at, survey_id, location_id, employee_id, 0, delivered, answered, captured FROM (
    SELECT organization_id, delivered_at AS at, survey_id, location_id, employee_id, -1 AS delivered, -is_answered::int AS answered, 0 AS captured
    FROM old_rows WHERE delivered_at IS NOT NULL
    UNION ALL SELECT organization_id, captured_at, survey_id, location_id, employee_id, 0, 0, -1 FROM old_rows WHERE captured_at IS NOT NULL) d;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_remove AFTER DELETE ON survey_request
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_remove();

-- Recounts the survey requests of inserted responses.
CREATE OR REPLACE FUNCTION survey_request_response_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_response_add AFTER INSERT ON response
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_response_add();

-- Recounts the survey requests whose response became, or is no longer, completed.
CREATE OR REPLACE FUNCTION survey_request_response_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_response_change AFTER UPDATE ON response
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_response_change();

-- Recounts the survey requests of deleted responses.
CREATE OR REPLACE FUNCTION survey_request_response_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows WHERE sending_id IS NOT NULL AND status = 'completed') k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_response_remove AFTER DELETE ON response
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_response_remove();

-- Moves survey requests to the location or employee that their sending's one was merged into.
CREATE OR REPLACE FUNCTION survey_request_sending_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE survey_request SET location_id = NEW.location_id, employee_id = NEW.employee_id
  WHERE organization_id = NEW.organization_id AND sending_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_sending_change AFTER UPDATE OF location_id, employee_id ON sending
  FOR EACH ROW WHEN ((OLD.location_id, OLD.employee_id) IS DISTINCT FROM (NEW.location_id, NEW.employee_id))
  EXECUTE FUNCTION survey_request_sending_change();

-- Recounts the survey requests of steps inserted as delivered or captured.
CREATE OR REPLACE FUNCTION survey_request_step_add() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM new_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_step_add AFTER INSERT ON sending_step
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_step_add();

-- Recounts the survey requests of steps that were delivered, captured or bounced.
CREATE OR REPLACE FUNCTION survey_request_step_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_step_change AFTER UPDATE ON sending_step
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_step_change();

-- Recounts the survey requests of deleted steps that were delivered or captured.
CREATE OR REPLACE FUNCTION survey_request_step_remove() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organizations uuid[];
  sendings uuid[];
  surveys uuid[];
BEGIN
  SELECT array_agg(organization_id), array_agg(sending_id), array_agg(survey_id) INTO organizations, sendings, surveys FROM (
    SELECT organization_id, sending_id, survey_id FROM old_rows
    WHERE survey_id IS NOT NULL AND (is_delivered(status, sent_at) OR captured_at IS NOT NULL)) k;
  IF organizations IS NOT NULL THEN PERFORM recount_survey_requests(organizations, sendings, surveys); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_request_step_remove AFTER DELETE ON sending_step
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_request_step_remove();

-- Keeps the exact total of surveys that are not deleted, on updates.
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

-- Keeps the exact total of surveys that are not deleted, on inserts. Survey rows are deleted only with their organization.
CREATE OR REPLACE FUNCTION survey_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO list_total AS t (organization_id, list, total)
  SELECT organization_id, 'survey', count(*) FROM new_rows WHERE deleted_at IS NULL GROUP BY organization_id
  ON CONFLICT (organization_id, list) DO UPDATE SET total = t.total + excluded.total;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER survey_total_add AFTER INSERT ON survey
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION survey_total_add();

CREATE INDEX account_token_user_id_idx ON account_token USING btree (user_id);
CREATE INDEX alert_candidate_organization_id_id_idx ON alert_candidate USING btree (organization_id, id);
CREATE UNIQUE INDEX alert_candidate_subject_id_key ON alert_candidate USING btree (subject_id);
CREATE UNIQUE INDEX alert_channel_organization_id_id_key ON alert_channel USING btree (organization_id, id);
CREATE INDEX alert_channel_organization_id_rule_id_idx ON alert_channel USING btree (organization_id, rule_id);
CREATE INDEX alert_created_idx ON alert USING btree (created_at);
CREATE INDEX alert_message_created_idx ON alert_message USING btree (created_at);
CREATE INDEX alert_message_due_idx ON alert_message USING btree (organization_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX alert_message_organization_id_notification_id_idx ON alert_message USING btree (organization_id, notification_id);
CREATE INDEX alert_message_organization_id_rule_id_idx ON alert_message USING btree (organization_id, rule_id);
CREATE INDEX alert_organization_id_created_at_id_idx ON alert USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX alert_organization_id_notification_id_idx ON alert USING btree (organization_id, notification_id);
CREATE INDEX alert_organization_id_rule_id_created_at_id_idx ON alert USING btree (organization_id, rule_id, created_at DESC, id DESC);
CREATE INDEX alert_pending_idx ON alert USING btree (organization_id, rule_id, id) WHERE ((notification_id IS NULL) AND (state = 'waiting'::text));
CREATE UNIQUE INDEX alert_rule_id_subject_id_key ON alert USING btree (rule_id, subject_id);
CREATE UNIQUE INDEX alert_rule_organization_id_id_key ON alert_rule USING btree (organization_id, id);
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
CREATE INDEX contact_find_domain_idx ON contact USING btree (organization_id, fold_accents(split_part(email, '@'::text, 2)) COLLATE "C");
CREATE INDEX contact_find_email_idx ON contact USING btree (organization_id, fold_accents(email) COLLATE "C");
CREATE INDEX contact_find_last_name_idx ON contact USING btree (organization_id, fold_accents(last_name) COLLATE "C");
CREATE INDEX contact_find_name_idx ON contact USING btree (organization_id, fold_accents((first_name || COALESCE((' '::text || last_name), ''::text))) COLLATE "C");
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
CREATE INDEX daily_usage_owner_id_day_idx ON daily_usage USING btree (owner_id, day);
CREATE INDEX digest_created_idx ON digest USING btree (created_at);
CREATE UNIQUE INDEX digest_mail_digest_id_user_id_key ON digest_mail USING btree (digest_id, user_id);
CREATE INDEX digest_mail_organization_id_digest_id_idx ON digest_mail USING btree (organization_id, digest_id);
CREATE INDEX digest_organization_id_created_at_id_idx ON digest USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX digest_organization_id_id_key ON digest USING btree (organization_id, id);
CREATE UNIQUE INDEX digest_week_key ON digest USING btree (organization_id, week) WHERE (NOT is_preview);
CREATE INDEX employee_organization_id_created_at_id_idx ON employee USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX employee_organization_id_id_key ON employee USING btree (organization_id, id);
CREATE INDEX employee_organization_id_merged_into_id_idx ON employee USING btree (organization_id, merged_into_id);
CREATE INDEX employee_removal_due_idx ON employee USING btree (removal_due_at, organization_id) WHERE (removal_due_at IS NOT NULL);
CREATE INDEX idempotency_record_created_at_idx ON idempotency_record USING btree (created_at);
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
CREATE INDEX rate_limit_counter_resets_at_idx ON rate_limit_counter USING btree (resets_at);
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
CREATE INDEX response_find_idx ON response USING gin (response_search_lexemes(organization_id, language, answers)) WITH (fastupdate='on', gin_pending_list_limit='256');
ALTER INDEX response_find_idx ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX response_list_idx ON response USING btree (organization_id, status, created_at DESC, id DESC, rating, band, survey_id, location_id, submitted_at);
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
CREATE INDEX response_to_count_idx ON response USING btree (created_at) WHERE ((status = 'partial'::text) AND (rating IS NOT NULL));
CREATE INDEX response_top_list_idx ON response USING btree (organization_id, rating DESC NULLS LAST, created_at DESC, id DESC) WHERE (status = 'completed'::text);
CREATE INDEX response_unfinished_idx ON response USING btree (organization_id, created_at DESC, id DESC) WHERE (submitted_at IS NULL);
CREATE INDEX response_unresolved_idx ON response USING btree (organization_id, created_at DESC, id DESC, survey_id) WHERE ((case_state = ANY (ARRAY['open'::text, 'contacted'::text])) AND (status = 'completed'::text));
CREATE INDEX review_consent_organization_id_idx ON review_consent USING btree (organization_id);
CREATE UNIQUE INDEX review_consent_state_hash_key ON review_consent USING btree (state_hash);
CREATE INDEX review_event_organization_id_review_id_at_id_idx ON review_event USING btree (organization_id, review_id, at, id);
CREATE INDEX review_find_idx ON review USING gin (review_search_words(organization_id, author_name, text)) WITH (fastupdate='on', gin_pending_list_limit='256');
ALTER INDEX review_find_idx ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX review_list_idx ON review USING btree (organization_id, published_at DESC, id DESC, rating, source, responded_at, location_id, reply_state);
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
CREATE INDEX sign_in_challenge_user_id_idx ON sign_in_challenge USING btree (user_id);
CREATE INDEX survey_organization_id_created_at_id_idx ON survey USING btree (organization_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX survey_organization_id_id_key ON survey USING btree (organization_id, id);
CREATE INDEX system_email_due_idx ON system_email USING btree (due_at) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX system_email_group_idx ON system_email USING btree (group_key) WHERE (ended_at IS NULL);
CREATE INDEX system_email_group_key_created_at_idx ON system_email USING btree (group_key, created_at DESC);
CREATE INDEX system_email_organization_id_subject_id_idx ON system_email USING btree (organization_id, subject_id);
CREATE INDEX system_email_queue_idx ON system_email USING btree (organization_id, due_at) WHERE (ended_at IS NULL);
CREATE INDEX system_email_user_id_idx ON system_email USING btree (user_id);
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

ALTER TABLE account_token ADD CONSTRAINT account_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert_candidate ADD CONSTRAINT alert_candidate_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert_channel ADD CONSTRAINT alert_channel_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES alert_rule(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert_message ADD CONSTRAINT alert_message_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES alert_rule(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert ADD CONSTRAINT alert_organization_id_rule_id_fkey FOREIGN KEY (organization_id, rule_id) REFERENCES alert_rule(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE alert_rule ADD CONSTRAINT alert_rule_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_key ADD CONSTRAINT api_key_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE api_key ADD CONSTRAINT api_key_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_request ADD CONSTRAINT api_request_organization_id_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_key(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE api_request ADD CONSTRAINT api_request_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE audit_event ADD CONSTRAINT audit_event_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE authenticator_app ADD CONSTRAINT authenticator_app_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE captured_message ADD CONSTRAINT captured_message_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE contact ADD CONSTRAINT contact_organization_id_contact_organization_id_fkey FOREIGN KEY (organization_id, contact_organization_id) REFERENCES contact_organization(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE contact ADD CONSTRAINT contact_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE contact ADD CONSTRAINT contact_organization_id_location_id_fkey FOREIGN KEY (organization_id, location_id) REFERENCES location(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE contact_organization ADD CONSTRAINT contact_organization_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE contact_organization ADD CONSTRAINT contact_organization_organization_id_merged_into_id_fkey FOREIGN KEY (organization_id, merged_into_id) REFERENCES contact_organization(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE contact_search_total ADD CONSTRAINT contact_search_total_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE daily_usage ADD CONSTRAINT daily_usage_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE digest_mail ADD CONSTRAINT digest_mail_organization_id_digest_id_fkey FOREIGN KEY (organization_id, digest_id) REFERENCES digest(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE digest ADD CONSTRAINT digest_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE email_change ADD CONSTRAINT email_change_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE employee ADD CONSTRAINT employee_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE employee ADD CONSTRAINT employee_organization_id_merged_into_id_fkey FOREIGN KEY (organization_id, merged_into_id) REFERENCES employee(organization_id, id) ON UPDATE CASCADE;
ALTER TABLE idempotency_record ADD CONSTRAINT idempotency_record_organization_id_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_key(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE idempotency_record ADD CONSTRAINT idempotency_record_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE identity ADD CONSTRAINT identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE invitation ADD CONSTRAINT invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE job_signal ADD CONSTRAINT job_signal_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
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
ALTER TABLE review_source ADD CONSTRAINT review_source_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
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
ALTER TABLE sign_in_challenge ADD CONSTRAINT sign_in_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE suppression ADD CONSTRAINT suppression_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE survey ADD CONSTRAINT survey_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE survey_request ADD CONSTRAINT survey_request_organization_id_sending_id_fkey FOREIGN KEY (organization_id, sending_id) REFERENCES sending(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE system_email ADD CONSTRAINT system_email_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE system_email ADD CONSTRAINT system_email_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE unread_marker ADD CONSTRAINT unread_marker_organization_id_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES membership(organization_id, user_id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_organization_id_delivery_id_fkey FOREIGN KEY (organization_id, delivery_id) REFERENCES webhook_delivery(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_attempt ADD CONSTRAINT webhook_attempt_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_organization_id_subscription_id_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES webhook_subscription(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_subscription ADD CONSTRAINT webhook_subscription_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE webhook_subscription ADD CONSTRAINT webhook_subscription_organization_id_owner_key_id_fkey FOREIGN KEY (organization_id, owner_key_id) REFERENCES api_key(organization_id, id) ON UPDATE CASCADE ON DELETE CASCADE;

-- The jobs report their sweeps here; a new installation counts as just swept.
INSERT INTO job_heartbeat (job) VALUES ('sweep');
