-- CreateTable
CREATE TABLE "response_reply" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "draft_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "author_name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "reason" JSONB,
    "message_id" TEXT,
    "moved_case" BOOLEAN NOT NULL DEFAULT false,
    "sent_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "response_reply_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "response_reply_status_check" CHECK ("status" IN ('waiting', 'sent', 'captured', 'failed')),
    CONSTRAINT "response_reply_reason_check" CHECK ("reason" IS NULL OR "reason" ->> 'code' IS NOT NULL AND jsonb_typeof("reason" -> 'values') = 'object')
);

-- CreateIndex
CREATE INDEX "response_reply_organization_id_response_id_created_at_idx" ON "response_reply"("organization_id", "response_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "response_reply_organization_id_id_key" ON "response_reply"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "response_reply_organization_id_response_id_draft_id_key" ON "response_reply"("organization_id", "response_id", "draft_id");

-- AddForeignKey
ALTER TABLE "response_reply" ADD CONSTRAINT "response_reply_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_reply" ADD CONSTRAINT "response_reply_organization_id_response_id_fkey" FOREIGN KEY ("organization_id", "response_id") REFERENCES "response"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
