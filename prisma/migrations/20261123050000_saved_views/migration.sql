-- A list's filters, search and order as one person keeps them, under a name. It goes with the membership.
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "saved_view_organization_id_user_id_list_name_key" ON "saved_view"("organization_id", "user_id", "list", "name");
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_organization_id_user_id_fkey" FOREIGN KEY ("organization_id", "user_id") REFERENCES "membership"("organization_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;
