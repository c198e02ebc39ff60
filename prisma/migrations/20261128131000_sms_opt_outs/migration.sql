-- CreateTable
CREATE TABLE "sms_opt_out" (
    "organization_id" UUID NOT NULL,
    "phone_hash" BYTEA NOT NULL,
    "hash_key_id" TEXT NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "phone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_opt_out_pkey" PRIMARY KEY ("organization_id","phone_hash")
);

-- CreateTable
CREATE TABLE "received_text_message" (
    "organization_id" UUID NOT NULL,
    "message_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "received_text_message_pkey" PRIMARY KEY ("organization_id","message_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sms_opt_out_organization_id_id_key" ON "sms_opt_out"("organization_id", "id");

-- CreateIndex
CREATE INDEX "sms_opt_out_phone_hash_idx" ON "sms_opt_out"("phone_hash");

-- CreateIndex
CREATE INDEX "received_text_message_received_at_idx" ON "received_text_message"("received_at");

-- AddForeignKey
ALTER TABLE "sms_opt_out" ADD CONSTRAINT "sms_opt_out_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "received_text_message" ADD CONSTRAINT "received_text_message_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which organizations sent text messages to a number that answers.
CREATE INDEX sending_step_sms_recipient_idx ON sending_step (recipient) WHERE channel = 'sms' AND recipient IS NOT NULL;
