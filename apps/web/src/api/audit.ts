import { useQuery } from "@tanstack/react-query";
import { AUDIT_PAGE_SIZE, exportAuditLog, getAuditLog } from "@terrarium/contract/audit";
import { call, callForFile } from "./call.ts";
import { useChange } from "./use-change.ts";

export interface AuditFilter {
  organizationId: string;
  actorId?: string | undefined;
  action?: string | undefined;
  outcome?: string | undefined;
}

/**
 * Queries a page of a team's audit log, newest first. While another page of the same team loads, the previous page
 * stays.
 */
export const useAuditLog = (filter: AuditFilter, page: number) =>
  useQuery({
    queryKey: ["audit", filter, page],
    queryFn: ({ signal }) => call(getAuditLog, { body: { ...filter, page, pageSize: AUDIT_PAGE_SIZE }, signal }),
    placeholderData: (last, lastQuery) =>
      (lastQuery?.queryKey[1] as AuditFilter | undefined)?.organizationId === filter.organizationId ? last : undefined,
  });

/** Fetches all entries that match the filter, as CSV. */
export const useAuditExport = () =>
  useChange({ mutationFn: (filter: AuditFilter) => callForFile(exportAuditLog, { body: filter }) });
