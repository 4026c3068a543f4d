from setuptools import setup

setup(cffi_modules=["build_sums.py:builder"])
