import { queryOptions, useQuery } from "@tanstack/react-query";
import { downloadInvoice, getBilling, managePlan, upgradeToPro } from "@terrarium/contract/billing";
import { call, callForFile } from "./call.ts";
import { useChange } from "./use-change.ts";

export const billingQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["billing", organizationId],
    queryFn: ({ signal }) => call(getBilling, { body: { organizationId }, signal }),
  });

export const useBilling = (organizationId: string) => useQuery(billingQuery(organizationId));

/** Starts the purchase of the Pro plan and returns the address of the payment page. */
export const useUpgrade = (organizationId: string) =>
  useChange({ mutationFn: () => call(upgradeToPro, { body: { organizationId } }) });

/** Starts a change of payment details or a cancellation of the Pro plan. Returns the address of the page for it. */
export const useManagePlan = (organizationId: string) =>
  useChange({ mutationFn: () => call(managePlan, { body: { organizationId } }) });

/** Fetches an invoice by its id, as a PDF document. */
export const useInvoiceDownload = (organizationId: string) =>
  useChange({
    mutationFn: (invoiceId: string) => callForFile(downloadInvoice, { body: { organizationId, invoiceId } }),
  });
