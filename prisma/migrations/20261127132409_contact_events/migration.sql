-- CreateTable
CREATE TABLE "contact_event" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT,
    "job_id" UUID,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "contact_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contact_note" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "author_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "contact_event_organization_id_contact_id_at_id_idx" ON "contact_event"("organization_id", "contact_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "contact_event_at_idx" ON "contact_event"("at");

-- CreateIndex
CREATE UNIQUE INDEX "contact_event_organization_id_id_key" ON "contact_event"("organization_id", "id");

-- CreateIndex
CREATE INDEX "contact_note_organization_id_contact_id_created_at_id_idx" ON "contact_note"("organization_id", "contact_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "contact_note_organization_id_id_key" ON "contact_note"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "contact_event" ADD CONSTRAINT "contact_event_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_event" ADD CONSTRAINT "contact_event_organization_id_contact_id_fkey" FOREIGN KEY ("organization_id", "contact_id") REFERENCES "contact"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_note" ADD CONSTRAINT "contact_note_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_note" ADD CONSTRAINT "contact_note_organization_id_contact_id_fkey" FOREIGN KEY ("organization_id", "contact_id") REFERENCES "contact"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The reviews of a contact, for its timeline and its merge. Most reviews have none.
CREATE INDEX review_contact_idx ON review (organization_id, contact_id, published_at DESC, id DESC) WHERE contact_id IS NOT NULL;
