"""All tables of this process: opening, finding, quarantine. Imports all of app/table."""
