import { useQuery } from "@tanstack/react-query";
import { downloadInvoice, getBilling, managePlan, upgradeToPro } from "@terrarium/contract/billing";
import { call, callForFile } from "./call.ts";
import { useChange } from "./use-change.ts";

export const useBilling = (organizationId: string) =>
  useQuery({
    queryKey: ["billing", organizationId],
    queryFn: ({ signal }) => call(getBilling, { body: { organizationId }, signal }),
  });

/** Begins to buy the Pro plan; answers the address to go on at. */
export const useUpgrade = (organizationId: string) =>
  useChange({ mutationFn: () => call(upgradeToPro, { body: { organizationId } }) });

/** Begins to change how the Pro plan is paid, or to cancel it; answers the address to go on at. */
export const useManagePlan = (organizationId: string) =>
  useChange({ mutationFn: () => call(managePlan, { body: { organizationId } }) });

/** Fetches an invoice, given its id, as a PDF document. */
export const useInvoiceDownload = (organizationId: string) =>
  useChange({
    mutationFn: (invoiceId: string) => callForFile(downloadInvoice, { body: { organizationId, invoiceId } }),
  });
