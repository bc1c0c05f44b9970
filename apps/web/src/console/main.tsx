import { createRoot } from "react-dom/client";
import "../ui/theme.css";

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no #root element");
createRoot(root).render(<h1 className="p-5 label-caps">Terrarium</h1>);
