-- The number to which a person's text messages go, once a code that was sent there was right.
ALTER TABLE "user" ADD COLUMN "phone" TEXT;

-- CreateTable
CREATE TABLE "phone_change" (
    "user_id" UUID NOT NULL,
    "phone" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "phone_change_pkey" PRIMARY KEY ("user_id")
);

-- AddForeignKey
ALTER TABLE "phone_change" ADD CONSTRAINT "phone_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "alert_rule" ADD COLUMN "sms_user_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "alert_message" ADD COLUMN "first_tried_at" TIMESTAMPTZ(3);
ALTER TABLE "alert_message" DROP CONSTRAINT "alert_message_kind_check";
ALTER TABLE "alert_message" ADD CONSTRAINT "alert_message_kind_check" CHECK ("kind" IN ('email', 'sms', 'slack', 'teams'));

-- Whom a message names, or whose number it went to: with them it goes, whoever reads it.
ALTER TABLE "captured_message" ADD COLUMN "user_id" UUID, ADD COLUMN "named_contact_ids" UUID[] DEFAULT ARRAY[]::UUID[];

-- CreateIndex
CREATE INDEX "captured_message_named_contact_ids_idx" ON "captured_message" USING GIN ("named_contact_ids");

CREATE INDEX "captured_message_user_idx" ON "captured_message"("user_id") WHERE "user_id" IS NOT NULL;
