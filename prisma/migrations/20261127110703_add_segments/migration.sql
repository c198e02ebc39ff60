-- CreateTable
CREATE TABLE "segment" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "segment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "segment_organization_id_id_key" ON "segment"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "segment_organization_id_name_key" ON "segment"("organization_id", "name");

-- AddForeignKey
ALTER TABLE "segment" ADD CONSTRAINT "segment_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
