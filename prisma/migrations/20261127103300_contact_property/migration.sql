-- CreateTable
CREATE TABLE "contact_property" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "label_en" TEXT NOT NULL,
    "label_fr" TEXT NOT NULL,
    "options" JSONB NOT NULL DEFAULT '[]',
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contact_property_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "contact_property_organization_id_id_key" ON "contact_property"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contact_property_organization_id_key_key" ON "contact_property"("organization_id", "key");

-- AddForeignKey
ALTER TABLE "contact_property" ADD CONSTRAINT "contact_property_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "contact_property" ADD CONSTRAINT "contact_property_type_check" CHECK ("type" IN ('text', 'number', 'date', 'boolean', 'choice'));
