-- AlterTable
ALTER TABLE "response" ADD COLUMN     "assignee_id" UUID,
ADD COLUMN     "case_state" TEXT,
ADD COLUMN     "due_on" DATE,
ADD COLUMN     "reminded_on" DATE;

-- CreateTable
CREATE TABLE "response_tag" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "response_tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "response_tagging" (
    "organization_id" UUID NOT NULL,
    "tag_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,

    CONSTRAINT "response_tagging_pkey" PRIMARY KEY ("organization_id","tag_id","response_id")
);

-- CreateTable
CREATE TABLE "response_note" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "author_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "response_note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "response_event" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" UUID,
    "actor_name" TEXT,
    "value" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "response_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "response_tag_organization_id_id_key" ON "response_tag"("organization_id", "id");

-- CreateIndex
CREATE INDEX "response_tagging_organization_id_response_id_idx" ON "response_tagging"("organization_id", "response_id");

-- CreateIndex
CREATE INDEX "response_note_organization_id_response_id_created_at_idx" ON "response_note"("organization_id", "response_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "response_note_organization_id_id_key" ON "response_note"("organization_id", "id");

-- CreateIndex
CREATE INDEX "response_event_organization_id_response_id_created_at_idx" ON "response_event"("organization_id", "response_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "response_event_organization_id_id_key" ON "response_event"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "response_tag" ADD CONSTRAINT "response_tag_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_tagging" ADD CONSTRAINT "response_tagging_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_tagging" ADD CONSTRAINT "response_tagging_organization_id_tag_id_fkey" FOREIGN KEY ("organization_id", "tag_id") REFERENCES "response_tag"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_tagging" ADD CONSTRAINT "response_tagging_organization_id_response_id_fkey" FOREIGN KEY ("organization_id", "response_id") REFERENCES "response"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_note" ADD CONSTRAINT "response_note_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_note" ADD CONSTRAINT "response_note_organization_id_response_id_fkey" FOREIGN KEY ("organization_id", "response_id") REFERENCES "response"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_event" ADD CONSTRAINT "response_event_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_event" ADD CONSTRAINT "response_event_organization_id_response_id_fkey" FOREIGN KEY ("organization_id", "response_id") REFERENCES "response"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say. Most responses have no case, so lists and counts of cases read indexes that hold those alone.
CREATE INDEX "response_case_list_idx" ON "response"("organization_id", "case_state", "status", "created_at" DESC, "id" DESC, "assignee_id")
  WHERE "case_state" IS NOT NULL;
CREATE INDEX "response_assignee_list_idx" ON "response"("organization_id", "assignee_id", "case_state", "status", "created_at" DESC, "id" DESC)
  WHERE "assignee_id" IS NOT NULL;
-- Whom to remind, of all organizations.
CREATE INDEX "response_due_idx" ON "response"("due_on")
  WHERE "due_on" IS NOT NULL AND "assignee_id" IS NOT NULL AND "case_state" <> 'resolved' AND "reminded_on" IS DISTINCT FROM "due_on";
CREATE UNIQUE INDEX "response_tag_name_key" ON "response_tag"("organization_id", lower("name"));
