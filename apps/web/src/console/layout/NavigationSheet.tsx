import { Dialog as Radix } from "radix-ui";
import { t } from "../../language/text.ts";
import { Sidebar } from "./Sidebar.tsx";

/** The open sidebar on narrow screens. */
export function NavigationSheet({ onClose }: { onClose: () => void }) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-[appear_140ms_var(--ease-out)] bg-overlay lg:hidden" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-64 animate-[slide-in_180ms_var(--ease-out)] border-r border-line2 bg-bg shadow-overlay focus:outline-none lg:hidden"
        >
          <Radix.Title className="sr-only">{t("Navigation")}</Radix.Title>
          <Sidebar onNavigate={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
