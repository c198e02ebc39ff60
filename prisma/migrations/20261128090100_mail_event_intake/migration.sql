-- CreateTable
CREATE TABLE "mail_event_intake" (
    "id" UUID NOT NULL,
    "organization_id" UUID,
    "provider" TEXT NOT NULL,
    "secret_encrypted" TEXT,
    "topic_arn" TEXT,
    "last_event_at" TIMESTAMPTZ(3),
    "recorded_count" INTEGER NOT NULL DEFAULT 0,
    "unknown_count" INTEGER NOT NULL DEFAULT 0,
    "refused_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_event_intake_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_event_intake_organization_id_provider_key" ON "mail_event_intake"("organization_id", "provider");
CREATE UNIQUE INDEX mail_event_intake_operator_key ON mail_event_intake (provider) WHERE organization_id IS NULL;

-- AddForeignKey
ALTER TABLE "mail_event_intake" ADD CONSTRAINT "mail_event_intake_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
