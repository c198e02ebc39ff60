-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT,
    "record_type" TEXT,
    "record_id" UUID,
    "record_name" TEXT,
    "changes" JSONB NOT NULL DEFAULT '[]',
    "address" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_event_organization_id_created_at_id_idx" ON "audit_event"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_organization_id_actor_id_created_at_id_idx" ON "audit_event"("organization_id", "actor_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_organization_id_record_id_created_at_id_idx" ON "audit_event"("organization_id", "record_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_event_created_at_idx" ON "audit_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_event_organization_id_id_key" ON "audit_event"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
