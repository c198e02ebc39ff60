-- Trigger addresses of sequences, and the requests to them (docs/decisions/0082-trigger-addresses.md).
CREATE TABLE "trigger_address" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "sequence_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "secret_encrypted" TEXT NOT NULL,
    "previous_secret_hash" BYTEA,
    "previous_used_at" TIMESTAMPTZ(3),
    "signing_secret_encrypted" TEXT,
    "settings" JSONB,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trigger_address_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "trigger_request" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "address_id" UUID NOT NULL,
    "body" TEXT,
    "outcome" TEXT,
    "details" JSONB,
    "contact_id" UUID,
    "sending_id" UUID,
    "replay_of_id" UUID,
    "due_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trigger_request_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "trigger_address_secret_hash_key" ON "trigger_address"("secret_hash");

CREATE UNIQUE INDEX "trigger_address_previous_secret_hash_key" ON "trigger_address"("previous_secret_hash");

CREATE UNIQUE INDEX "trigger_address_organization_id_id_key" ON "trigger_address"("organization_id", "id");

CREATE UNIQUE INDEX "trigger_address_organization_id_sequence_id_key" ON "trigger_address"("organization_id", "sequence_id");

CREATE UNIQUE INDEX "trigger_request_replay_of_id_key" ON "trigger_request"("replay_of_id");

CREATE INDEX "trigger_request_organization_id_address_id_created_at_id_idx" ON "trigger_request"("organization_id", "address_id", "created_at" DESC, "id" DESC);

CREATE INDEX "trigger_request_organization_id_contact_id_idx" ON "trigger_request"("organization_id", "contact_id");

CREATE INDEX "trigger_request_created_at_idx" ON "trigger_request"("created_at");

CREATE UNIQUE INDEX "trigger_request_organization_id_id_key" ON "trigger_request"("organization_id", "id");

ALTER TABLE "trigger_address" ADD CONSTRAINT "trigger_address_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "trigger_address" ADD CONSTRAINT "trigger_address_organization_id_sequence_id_fkey" FOREIGN KEY ("organization_id", "sequence_id") REFERENCES "sequence"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "trigger_request" ADD CONSTRAINT "trigger_request_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "trigger_request" ADD CONSTRAINT "trigger_request_organization_id_address_id_fkey" FOREIGN KEY ("organization_id", "address_id") REFERENCES "trigger_address"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX trigger_request_due_idx ON trigger_request (organization_id, due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX trigger_request_body_idx ON trigger_request (created_at) WHERE body IS NOT NULL;

ALTER TABLE trigger_request ADD CONSTRAINT trigger_request_decided_check CHECK ((decided_at IS NULL) = (outcome IS NULL));
ALTER TABLE trigger_request ADD CONSTRAINT trigger_request_due_check CHECK ((decided_at IS NULL) = (due_at IS NOT NULL));
