"""All tables of this process:

opening, finding, quarantine. Imports every other folder of app/table.
"""
