-- Rules of sequences, conditions and forks of steps, cool-down and priority of surveys
-- (docs/decisions/0086-sequence-rules.md).
ALTER TABLE "entry_rule" ADD COLUMN     "sample_one_in" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "sending_step" ADD COLUMN     "branch" TEXT;

ALTER TABLE "sequence" ADD COLUMN     "daily_cap" INTEGER,
ADD COLUMN     "last_day" DATE,
ADD COLUMN     "send_days" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "send_from" INTEGER,
ADD COLUMN     "send_until" INTEGER,
ADD COLUMN     "stop_outside_segment_id" UUID,
ADD COLUMN     "stop_tag" TEXT,
ADD COLUMN     "stops_on_answer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "stops_on_opt_out" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "sequence_step" ADD COLUMN     "branch" TEXT,
ADD COLUMN     "conditions" JSONB;

ALTER TABLE "survey" ADD COLUMN     "cooldown_days" INTEGER,
ADD COLUMN     "priority" INTEGER NOT NULL DEFAULT 0;

CREATE TABLE "sequence_message_day" (
    "organization_id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "messages" INTEGER NOT NULL,

    CONSTRAINT "sequence_message_day_pkey" PRIMARY KEY ("organization_id","sequence_id","day")
);

CREATE INDEX "sequence_message_day_day_idx" ON "sequence_message_day"("day");

CREATE INDEX "sequence_organization_id_stop_outside_segment_id_idx" ON "sequence"("organization_id", "stop_outside_segment_id");

ALTER TABLE "sequence" ADD CONSTRAINT "sequence_organization_id_stop_outside_segment_id_fkey" FOREIGN KEY ("organization_id", "stop_outside_segment_id") REFERENCES "segment"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

ALTER TABLE "sequence_message_day" ADD CONSTRAINT "sequence_message_day_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sequence_message_day" ADD CONSTRAINT "sequence_message_day_organization_id_sequence_id_fkey" FOREIGN KEY ("organization_id", "sequence_id") REFERENCES "sequence"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sequence_step" DROP CONSTRAINT "sequence_step_type_check";
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_type_check" CHECK ("type" IN ('survey', 'email', 'sms', 'wait', 'fork'));
ALTER TABLE "sequence_step" ADD CONSTRAINT "sequence_step_branch_check" CHECK ("branch" IS NULL OR ("branch" IN ('yes', 'no') AND "type" <> 'fork'));
ALTER TABLE "sequence" ADD CONSTRAINT "sequence_window_check" CHECK (coalesce("send_from", 0) < coalesce("send_until", 1440));
ALTER TABLE "survey" ADD CONSTRAINT "survey_priority_check" CHECK ("priority" BETWEEN -1 AND 1);
