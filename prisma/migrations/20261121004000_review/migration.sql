-- CreateTable
CREATE TABLE "review" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "location_id" UUID,
    "contact_id" UUID,
    "author_name" TEXT,
    "rating" INTEGER NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "reply_text" TEXT,
    "responded_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "review_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "review_organization_id_published_at_id_idx" ON "review"("organization_id", "published_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "review_organization_id_location_id_published_at_id_idx" ON "review"("organization_id", "location_id", "published_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "review_organization_id_rating_idx" ON "review"("organization_id", "rating");

-- CreateIndex
CREATE UNIQUE INDEX "review_organization_id_id_key" ON "review"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "review_organization_id_source_external_id_key" ON "review"("organization_id", "source", "external_id");

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review" ADD CONSTRAINT "review_organization_id_location_id_fkey" FOREIGN KEY ("organization_id", "location_id") REFERENCES "location"("organization_id", "id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- By hand: the words and numbers a column may hold, and the exact total of the whole list.
ALTER TABLE "review" ADD CONSTRAINT "review_rating_check" CHECK (rating BETWEEN 1 AND 5);
ALTER TABLE "review" ADD CONSTRAINT "review_reply_check" CHECK ((reply_text IS NULL) = (responded_at IS NULL));
CREATE TRIGGER review_total_add AFTER INSERT ON review REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_add();
CREATE TRIGGER review_total_remove AFTER DELETE ON review REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION list_total_remove();
